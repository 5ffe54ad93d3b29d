//! Machines by name.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

macro_rules! machines {
    ($($variant:ident $name:literal),+ $(,)?) => {
        /// The machine of a file's code, as far as the layout of types depends on it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        pub enum Machine {
            $(
                #[doc = concat!("`", $name, "`")]
                #[serde(rename = $name)]
                $variant,
            )+
            /// Not stated, or not known here.
            #[serde(untagged)]
            Unknown(UnknownMachine),
        }

        impl fmt::Display for Machine {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant => formatter.write_str($name),)+
                    Self::Unknown(unknown) => unknown.fmt(formatter),
                }
            }
        }
    };
}

machines! {
    X86_64 "x86-64",
    X32 "x32",
    I386 "i386",
    Aarch64 "aarch64",
    Aarch64Be "aarch64be",
    Aarch64Ilp32 "aarch64-ilp32",
    Arm "arm",
    ArmBe "armeb",
    Riscv64 "riscv64",
    Riscv32 "riscv32",
    Ppc64Le "ppc64le",
    Ppc64 "ppc64",
    Ppc "ppc",
    S390x "s390x",
    S390 "s390",
    Mips64 "mips64",
    Mips64El "mips64el",
    Mips "mips",
    MipsEl "mipsel",
    LoongArch64 "loongarch64",
    LoongArch32 "loongarch32",
    Sparc64 "sparc64",
    Sparc "sparc",
    Parisc64 "parisc64",
    Parisc "parisc",
    Alpha "alpha",
    Ia64 "ia64",
    M68k "m68k",
    Sh "sh",
    Arc "arc",
    Csky "csky",
    OpenRisc "openrisc",
    MicroBlaze "microblaze",
    Nios2 "nios2",
    Xtensa "xtensa",
    Hexagon "hexagon",
    Bpf "bpf",
}

impl Machine {
    /// Whether it is one that is known here.
    pub fn is_known(self) -> bool {
        !matches!(self, Machine::Unknown(_))
    }
}

/// What is known of a machine without a name: `unknown-64le`, and with the number that its ELF header states
/// `unknown-64le-83`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TS)]
#[ts(type = "`unknown-${32 | 64}${'le' | 'be'}` | `unknown-${32 | 64}${'le' | 'be'}-${number}`")]
pub struct UnknownMachine {
    /// Whether pointers have 64 bits rather than 32.
    pub is_64bit: bool,
    /// Whether the most significant byte comes first.
    pub big_endian: bool,
    /// `e_machine`, where a file states one.
    pub number: Option<u16>,
}

impl fmt::Display for UnknownMachine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = if self.is_64bit { 64 } else { 32 };
        let order = if self.big_endian { "be" } else { "le" };
        write!(formatter, "unknown-{bits}{order}")?;
        self.number.map_or(Ok(()), |number| write!(formatter, "-{number}"))
    }
}

impl Serialize for UnknownMachine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UnknownMachine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for UnknownMachine {
    type Err = String;

    fn from_str(text: &str) -> Result<UnknownMachine, String> {
        let read = || {
            let rest = text.strip_prefix("unknown-")?;
            let (kind, number) = match rest.split_once('-') {
                Some((kind, number)) => (kind, Some(number.parse().ok()?)),
                None => (rest, None),
            };
            let (is_64bit, big_endian) = match kind {
                "64le" => (true, false),
                "64be" => (true, true),
                "32le" => (false, false),
                "32be" => (false, true),
                _ => return None,
            };
            Some(UnknownMachine { is_64bit, big_endian, number })
        };
        read().ok_or_else(|| format!("no machine is called `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::UnknownMachine;

    #[test]
    fn a_name_says_all_that_is_known() {
        let names = ["unknown-64le", "unknown-32be", "unknown-64be-83", "unknown-32le-0"];
        for name in names {
            let machine: UnknownMachine = name.parse().expect(name);
            assert_eq!(machine.to_string(), name);
        }
        for other in ["x86-64", "unknown", "unknown-16le", "unknown-64le-", "unknown-64le-99999"] {
            assert!(other.parse::<UnknownMachine>().is_err(), "{other}");
        }
    }
}
