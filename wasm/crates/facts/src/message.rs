//! What is said to a person of a file or a report.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// Worth knowing; nothing is missing because of it.
    Note,
    /// Something was skipped; the rest is good.
    Warning,
}

/// Something that was skipped, guessed at, or is worth knowing about a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// `subject/what`: stays the same when the words change.
    pub id: String,
    /// How bad it is.
    pub severity: Severity,
    /// What happened.
    pub text: String,
    /// What to do about it; null where nothing can be done.
    pub fix: Option<String>,
    /// Where: a section and an offset ("`.debug_info` + 0x1234"), a type's name. Empty when it is the file as a whole.
    pub location: String,
    /// How often the same thing happened (1 when once); only the first location is kept.
    pub count: u32,
}

/// The same before it is known where and how often. Made by the tables of [`messages!`](crate::messages).
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// As it is in the table, with `_` for `-`.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What happened.
    pub text: String,
    /// What to do about it.
    pub fix: Option<&'static str>,
}

impl Message {
    /// An entry of a table. One function for all of them keeps what each adds to the modules small.
    #[doc(hidden)]
    #[inline(never)]
    pub fn made(
        id: &'static str,
        severity: Severity,
        text: std::fmt::Arguments<'_>,
        fix: Option<&'static str>,
    ) -> Self {
        Self { id, severity, text: text.to_string(), fix }
    }

    /// It happened so often, and first there.
    pub fn at(self, location: impl Into<String>, count: u32) -> Diagnostic {
        Diagnostic {
            id: self.id.replace('_', "-"),
            severity: self.severity,
            text: self.text,
            fix: self.fix.map(str::to_owned),
            location: location.into(),
            count,
        }
    }
}

/// All that a crate says, in its `messages.rs`, from where `scripts/messages.mjs` lists it in `docs/messages.md`: an
/// argument is there in capitals.
///
/// ```
/// facts::messages! { "report";
///     Warning rows_cut(rows) "{rows} rows are cut at the right edge" => "Write the report to a file.";
/// }
/// let said = rows_cut(3).at("line 7 of the text", 1);
/// assert_eq!((said.id.as_str(), said.text.as_str()), ("report/rows-cut", "3 rows are cut at the right edge"));
/// ```
#[macro_export]
macro_rules! messages {
    ($subject:literal; $($severity:ident $what:ident($($argument:ident),*) $text:literal $(=> $fix:literal)?;)*) => {$(
        pub(crate) fn $what($($argument: impl std::fmt::Display),*) -> $crate::Message {
            $crate::Message::made(
                concat!($subject, "/", stringify!($what)),
                $crate::Severity::$severity,
                format_args!($text),
                None$(.or(Some($fix)))?,
            )
        }
    )*};
}

/// Why something is not done at all. Made by the tables of [`errors!`](crate::errors).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Refused {
    /// `subject/what`: stays the same when the words change.
    pub id: String,
    /// What is wrong, and where.
    pub text: String,
    /// What to do about it; `None` where the text says it, or nothing can be done.
    pub fix: Option<String>,
}

impl Refused {
    /// An entry of a table, of a variant whose name is `what`.
    #[doc(hidden)]
    #[inline(never)]
    pub fn made(
        subject: &str,
        what: &str,
        text: std::fmt::Arguments<'_>,
        fix: Option<std::fmt::Arguments<'_>>,
    ) -> Self {
        let mut id = subject.to_owned();
        for (at, letter) in what.char_indices() {
            if letter.is_ascii_uppercase() {
                id.push(if at == 0 { '/' } else { '-' });
            }
            id.push(letter.to_ascii_lowercase());
        }
        Self { id, text: text.to_string(), fix: fix.map(|fix| fix.to_string()) }
    }
}

/// An error that is told to a person.
pub trait Refusing: std::error::Error {
    /// What it says.
    fn refused(&self) -> Refused;
}

/// The errors of a crate as an enum, each variant with what it says and what to do: its `Display` is both. One of
/// another table (`pub enum Unusable from Read(ReadError);`) keeps its id. `scripts/messages.mjs` lists them in `docs/messages.md`.
///
/// ```
/// use facts::Refusing;
/// facts::errors! { "file";
///     /// Why a file cannot be used.
///     pub enum Unusable;
///     /// No bytes at all.
///     Empty "The file is empty.";
///     /// Packed in a way that is not read.
///     NotUnpacked { /** `xz`, … */ format: &'static str } "This is a {format} file." => "Run `{format} -d` and open the result.";
/// }
/// let error = Unusable::NotUnpacked { format: "xz" };
/// assert_eq!(error.refused().id, "file/not-unpacked");
/// assert_eq!(error.to_string(), "This is a xz file. Run `xz -d` and open the result.");
/// ```
#[macro_export]
macro_rules! errors {
    (
        $subject:literal;
        $(#[$about:meta])*
        pub enum $name:ident $(from $from:ident($other:ty))*;
        $(
            $(#[$what_about:meta])*
            $what:ident $(($item:ident: $item_type:ty))?
            $({ $($(#[$field_about:meta])* $field:ident: $type:ty),* $(,)? })?
            $text:literal $(=> $fix:literal)?;
        )*
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name {
            $(
                /// As that table has it.
                $from($other),
            )*
            $($(#[$what_about])* $what $(($item_type))? $({ $($(#[$field_about])* $field: $type),* })?,)*
        }

        impl $crate::Refusing for $name {
            fn refused(&self) -> $crate::Refused {
                match self {
                    $(Self::$from(other) => $crate::Refusing::refused(other),)*
                    $(Self::$what $(($item))? $({ $($field),* })? => $crate::Refused::made(
                        $subject,
                        stringify!($what),
                        format_args!($text),
                        None$(.or(Some(format_args!($fix))))?,
                    ),)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let refused = $crate::Refusing::refused(self);
                out.write_str(&refused.text)?;
                refused.fix.map_or(Ok(()), |fix| write!(out, " {fix}"))
            }
        }

        impl std::error::Error for $name {}

        $(impl From<$other> for $name {
            fn from(other: $other) -> Self {
                Self::$from(other)
            }
        })*
    };
}
