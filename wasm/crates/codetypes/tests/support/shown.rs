//! Programs whose instructions name their fields by themselves: what `objdump` shows of an instruction is held against
//! what is said of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use codetypes::Program;
use facts::AccessFact;

use super::unique::Made;

/// What was found of accesses whose truth is known.
#[derive(Default)]
pub struct Count {
    pub all: usize,
    pub right: usize,
    pub wrong: Vec<String>,
    pub silent: Vec<String>,
}

impl Count {
    pub fn recall(&self) -> f64 {
        self.right as f64 / self.all.max(1) as f64
    }
}

/// What an instruction shows of the place that it touches.
pub struct Shown {
    pub displacement: i64,
    /// It walks numbers of eight bytes. A loop that is unrolled has them at displacements of its own, past the end of
    /// a short array too.
    is_walk: bool,
}

impl Shown {
    /// The struct and the field that have the displacement, if that is a field's own.
    fn truth<'a>(&self, made: &'a Made) -> Option<&'a (String, String)> {
        let found = made.truth.get(&self.displacement)?;
        let is_array = || made.truth.values().filter(|each| *each == found).count() > 1;
        (!self.is_walk || is_array()).then_some(found)
    }
}

/// `objdump -d`: each instruction that touches memory through a register, by address.
pub fn displacements(path: &Path) -> BTreeMap<u64, Shown> {
    let mut command = Command::new("objdump");
    let output = command.arg("-d").arg("--no-show-raw-insn").arg(path).output();
    let text = String::from_utf8(output.expect("objdump runs").stdout).expect("text");
    let mut found = BTreeMap::new();
    let mut moved = BTreeSet::new();
    for line in text.lines() {
        let Some((address, rest)) = line.trim().split_once(":\t") else {
            moved.clear();
            continue;
        };
        let Ok(address) = u64::from_str_radix(address, 16) else { continue };
        let uses_moved =
            |after: &str| moved.contains(after.split([',', ')']).next().unwrap_or(after));
        let is_moved = rest.split_once("(%").is_some_and(|(_, after)| uses_moved(after));
        if let Some(to) = last_register(rest) {
            note_moved(rest, to, &mut moved);
        }
        let is_access = !["lea", "nop", "prefetch"].iter().any(|word| rest.starts_with(word));
        let Some((before, after)) = rest.split_once("(%") else { continue };
        if !is_access || is_moved || after.starts_with("rip") || after.starts_with("rsp") {
            continue;
        }
        let digits = before.rsplit([' ', ',', '*']).next().unwrap_or_default();
        if let Some(displacement) =
            digits.strip_prefix("0x").and_then(|d| i64::from_str_radix(d, 16).ok())
        {
            let is_walk = after.contains(",8)");
            found.insert(address, Shown { displacement, is_walk });
        }
    }
    found
}

/// The operand that AT&T syntax has last, if that ends in a register's name: it is written, or only compared.
fn last_register(instruction: &str) -> Option<&str> {
    let code = instruction.split('#').next().unwrap_or_default().trim();
    code.rsplit_once(",%").map(|(_, to)| to)
}

/// Which registers have been moved by a number since they were loaded: a displacement from such is no field's offset.
/// gcc does so where several accesses are near each other.
fn note_moved(instruction: &str, to: &str, moved: &mut BTreeSet<String>) {
    let is_sum = ["add ", "sub "].iter().any(|word| instruction.starts_with(word));
    let by = instruction.split_whitespace().nth(1).unwrap_or_default();
    let is_moved = match instruction.starts_with("lea ") {
        true => by.starts_with("0x") || by.starts_with('-'),
        false => is_sum && by.starts_with('$'),
    };
    if is_moved {
        moved.insert(to.to_owned());
    } else if !to.contains(')') && !["cmp", "test"].iter().any(|word| instruction.starts_with(word))
    {
        moved.remove(to);
    }
}

fn without_indices(path: &str) -> String {
    let mut text = String::new();
    let mut is_inside = false;
    for letter in path.chars() {
        match letter {
            '[' => is_inside = true,
            ']' => is_inside = false,
            _ if !is_inside => text.push(letter),
            _ => {}
        }
    }
    text
}

fn is_right(access: &AccessFact, of: &str, path: &str) -> bool {
    access.objects.first().is_some_and(|object| {
        let found = without_indices(&object.path);
        // Of a field in a nested struct the container may be known, too: its path ends alike.
        (object.name == of && found == path)
            || (found.ends_with(&format!(".{path}"))
                && object.chain.iter().any(|part| part.name == of))
    })
}

/// Holds what is said of a program's functions against what `objdump` shows of its code.
pub fn judge(made: &Made, program: &Program, path: &Path, count: &mut Count) {
    let shown = displacements(path);
    assert!(shown.len() > 100, "objdump shows code");
    for name in &made.functions {
        let answer = program.what(name);
        assert!(answer.notes.is_empty(), "{name}: {:?}", answer.notes);
        for access in &answer.accesses {
            let address = u64::from_str_radix(&access.address, 16).expect("an address");
            let truth = shown.get(&address).and_then(|shown| shown.truth(made));
            let Some((of, field)) = truth else { continue };
            count.all += 1;
            let said = || {
                let first = access.objects.first();
                let first = first.map(|object| {
                    format!(
                        "{}.{} {:?} {:?}",
                        object.name, object.path, object.confidence, object.reasons
                    )
                });
                format!(
                    "{name}+{:#x} is {of}.{field}: {first:?} {:?}",
                    access.offset_bytes as i64, access.unknown
                )
            };
            if is_right(access, of, field) {
                count.right += 1;
            } else if access.objects.iter().any(|object| object.is_aggregate) {
                count.wrong.push(said());
            } else {
                count.silent.push(said());
            }
        }
    }
}
