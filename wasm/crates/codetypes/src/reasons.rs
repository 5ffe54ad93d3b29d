//! Why a fact is true, as chains that share their ends.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// One reason of [`Reasons`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReasonId(u32);

impl ReasonId {
    /// Nothing is to be said.
    pub const NONE: ReasonId = ReasonId(0);
}

/// What made a fact true. Places are offsets from where the function begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A variable lies in a register, by its location list.
    Variable { name: Rc<str>, register: u16, at: i64 },
    /// A variable lies in the frame.
    Frame { name: Rc<str> },
    /// A pointer was loaded from this member.
    Load { at: i64, from: Rc<str>, next: ReasonId, is_union: bool },
    /// A call returned it.
    Return { at: i64, callee: Rc<str> },
    /// It was loaded as a `void *` where an inlined function returns a pointer.
    Result { at: i64, callee: Rc<str> },
    /// The address is outside of the declared pointee but inside a struct that contains it (`container_of`). A variable, or
    /// an inlined function that returns a pointer, has that struct's type.
    Container { inner: Rc<str>, container: Rc<str>, name: Rc<str>, is_result: bool, next: ReasonId },
    /// A variable will lie in the register, which nothing writes until then.
    Later { name: Rc<str>, register: u16, at: i64 },
}

/// More are not kept.
const MAX_REASONS: usize = 200_000;
/// A chain that is longer is cut.
const MAX_CHAIN: usize = 12;

/// All reasons of one function.
#[derive(Debug, Default)]
pub struct Reasons {
    list: Vec<Reason>,
    known: FxHashMap<Reason, ReasonId>,
}

impl Reasons {
    /// The id of a reason, new or known.
    pub fn add(&mut self, reason: Reason) -> ReasonId {
        if let Some(known) = self.known.get(&reason) {
            return *known;
        }
        if self.list.len() >= MAX_REASONS {
            return ReasonId::NONE;
        }
        self.list.push(reason.clone());
        let id = ReasonId(self.list.len() as u32);
        self.known.insert(reason, id);
        id
    }

    /// The variable from which a chain starts, if no pointer was loaded in between.
    pub fn variable(&self, id: ReasonId) -> Option<Rc<str>> {
        match self.get(id)? {
            Reason::Variable { name, .. } | Reason::Frame { name } | Reason::Later { name, .. } => {
                Some(name.clone())
            }
            Reason::Load { .. }
            | Reason::Return { .. }
            | Reason::Result { .. }
            | Reason::Container { .. } => None,
        }
    }

    /// The chain as sentences, the newest first.
    pub fn sentences(&self, id: ReasonId) -> Vec<String> {
        let mut list = Vec::new();
        let mut next = id;
        while let Some(reason) = self.get(next) {
            if list.len() >= MAX_CHAIN {
                list.push("…".to_owned());
                break;
            }
            list.push(sentence(reason));
            next = match reason {
                Reason::Load { next, .. } | Reason::Container { next, .. } => *next,
                _ => ReasonId::NONE,
            };
        }
        list
    }

    fn get(&self, id: ReasonId) -> Option<&Reason> {
        self.list.get((id.0 as usize).checked_sub(1)?)
    }
}

fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::Variable { name, register, at } => format!(
            "`{name}` lies in {} at {}, by its location list.",
            dwarf_register(*register),
            place(*at)
        ),
        Reason::Frame { name } => format!("`{name}` is a variable of the frame."),
        Reason::Load { at, from, is_union: false, .. } => {
            format!("The pointer was loaded at {} from `{from}`.", place(*at))
        }
        Reason::Load { at, from, is_union: true, .. } => format!(
            "The pointer was loaded at {} from `{from}`; a union leaves another member possible.",
            place(*at)
        ),
        Reason::Return { at, callee } => {
            format!("The call before {} gave it back: {callee}.", place(*at))
        }
        Reason::Result { at, callee } => format!(
            "A `void *` was loaded at {}, in code of `{callee}`, which returns such a pointer, and likely this one.",
            place(*at)
        ),
        Reason::Container { inner, container, name, is_result, .. } => {
            let by = if *is_result { "returns" } else { "leads to" };
            format!(
                "The offset is beyond `{inner}`, and within the `{container}` that contains one: `{name}` {by} such."
            )
        }
        Reason::Later { name, register, at } => format!(
            "`{name}` will lie in {} at {}, and nothing writes that register before.",
            dwarf_register(*register),
            place(*at)
        ),
    }
}

fn place(at: i64) -> String {
    if at < 0 { format!("-{:#x}", at.unsigned_abs()) } else { format!("+{at:#x}") }
}

/// System V ABI for AMD64, figure 3.36.
const DWARF_REGISTERS: [&str; 16] = [
    "RAX", "RDX", "RCX", "RBX", "RSI", "RDI", "RBP", "RSP", "R8", "R9", "R10", "R11", "R12", "R13",
    "R14", "R15",
];

fn dwarf_register(number: u16) -> &'static str {
    DWARF_REGISTERS.get(usize::from(number)).copied().unwrap_or("a register")
}
