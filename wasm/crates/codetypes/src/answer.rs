//! From what is known of an address to the structs and members there.

use debuginfo::dwarf::located::{Kind, Lost, TypeId, Types};
use facts::{Confidence, ReachedBy, TouchedObject, TouchedPart};

use crate::flow::Flow;
use crate::members::{Leaf, best, leaves, lost_at};
use crate::operand::{Operand, Segment};
use crate::state::{Base, Exact, Fact, Later, RSP, Runtime, State};

/// Why an access has no struct.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unknown {
    /// Its type is known by a reference that leads into no open file.
    Elsewhere(Lost),
    /// Compilers keep a random number there.
    Canary,
    /// The offset lies outside what the pointer is declared to lead to.
    Outside(String),
    /// Only declared in this compilation unit.
    Declared(String),
    /// An index or a mask leaves the offset open.
    Offset(String),
    /// It is so on some paths only, and no member of this size is there: it is of what the others bring.
    Paths(String),
    /// It is a `void *` as well, and no member of this size is there: code casts it to something else, too.
    Cast(String),
    /// A variable led to such, whose scope has ended.
    Scope(String),
    /// No variable has these bytes of the frame.
    Stack,
    /// Of virtual functions.
    Table,
    /// Memory of Go's runtime.
    Runtime(Runtime),
    /// The thread's own memory.
    Thread,
    /// The debug information states no type of the symbol at the address.
    Untyped(String),
    /// No variable of the file is known at the address.
    Address(u64),
    /// This variable lies in the register, a `void *`.
    Any(String),
    /// No variable is known to lie in the register.
    Register,
}

/// Where gcc and clang keep the canary of the thread, or of the CPU in a kernel: System V ABI for AMD64, as glibc and Linux have it.
const CANARY_AT: u64 = 0x28;

/// What was found.
pub struct Touched {
    pub objects: Vec<TouchedObject>,
    pub unknown: Option<Unknown>,
    /// It is memory of the frame, whether or not a variable is known there.
    pub is_stack: bool,
}

/// What one fact makes of an access.
struct Found {
    of: TypeId,
    /// A member of the access's size begins where it does.
    fits: bool,
    object: TouchedObject,
}

impl Flow<'_> {
    /// What an access touches. The state is that before the instruction, its seeds taken in.
    pub fn touched(&self, number: usize, state: &State, operand: &Operand) -> Touched {
        if operand.segment == Segment::Thread {
            let is_canary = operand.displacement == CANARY_AT as i64 && operand.base.is_none();
            let unknown = if is_canary { Unknown::Canary } else { Unknown::Thread };
            return Touched { objects: Vec::new(), unknown: Some(unknown), is_stack: false };
        }
        let facts = self.address(state, operand);
        let mut found: Vec<Found> = Vec::new();
        let mut unknown: Vec<Unknown> = Vec::new();
        for fact in &facts {
            match self.object(number, state, operand, fact) {
                Ok(object) => found.push(object),
                Err(why) => unknown.push(why),
            }
        }
        // Nothing but the stack is reached through its pointer, wherever code has set that.
        let is_stack =
            operand.base == Some(RSP) || facts.iter().any(|fact| fact.base == Base::Stack);
        let better = self.better(number, state, operand, &found);
        let mut objects = sorted(found);
        if let Some(better) = better {
            objects.insert(0, better.object);
        }
        objects.dedup_by(|a, b| a.name == b.name && a.offset_bytes == b.offset_bytes);
        let unknown = if objects.is_empty() {
            let any = || {
                let name = self.seeds.any(number, operand.base?, self.body, self.types)?;
                Some(Unknown::Any(name.to_string()))
            };
            let none = if operand.base.is_none() && operand.index.is_none() {
                Unknown::Address(operand.displacement as u64)
            } else {
                any().unwrap_or(Unknown::Register)
            };
            Some(unknown.into_iter().min().unwrap_or(none))
        } else {
            None
        };
        Touched { objects, unknown, is_stack }
    }

    /// A `void *` that is one struct on one way and another on the other may be loaded from before the ways part: what is
    /// said to lie in the register then is of one of them. Where that has no member of this size at these bytes and the
    /// other has one, it is the other.
    fn better(
        &self,
        number: usize,
        state: &State,
        operand: &Operand,
        found: &[Found],
    ) -> Option<Found> {
        let fits = |object: &TouchedObject| object.member_bytes == Some(operand.bytes as f64);
        if found.iter().any(|one| fits(&one.object)) {
            return None;
        }
        let Later { agreed, contested } = &self.later;
        let later = [agreed, contested].into_iter().filter_map(|later| later.get(number)).flatten();
        let own = later.filter(|(register, _)| operand.base == Some(*register));
        let facts = own.map(|(_, fact)| fact.moved(operand.displacement));
        let mut others: Vec<Found> = facts
            // What holds the object is a guess of its own: two are no reason against what a location says.
            .filter_map(|fact| self.object_of(number, state, operand, &fact).ok())
            .filter(|one| one.object.is_aggregate && fits(&one.object))
            .collect();
        others.dedup_by_key(|one| one.of);
        // Which of several it is, nobody knows.
        if others.len() == 1 { others.pop() } else { None }
    }

    fn object(
        &self,
        number: usize,
        state: &State,
        operand: &Operand,
        fact: &Fact,
    ) -> Result<Found, Unknown> {
        let held = self.in_container(fact, operand.bytes);
        self.object_of(number, state, operand, held.as_ref().unwrap_or(fact))
    }

    /// Another member that begins at the same byte, where a union or an enum leaves it open.
    fn also(&self, of: TypeId, offset: u64, is_element: bool, leaf: &Leaf) -> Option<String> {
        let others = leaves(self.types, of, offset, is_element).into_iter();
        let mut others = others.filter(|other| {
            other.is_shared && other.of.is_some() && other.inside == 0 && other.path != leaf.path
        });
        others.next().map(|other| other.path)
    }

    /// The object that a fact itself leads to, whatever holds that.
    fn object_of(
        &self,
        number: usize,
        state: &State,
        operand: &Operand,
        fact: &Fact,
    ) -> Result<Found, Unknown> {
        let types = self.types;
        let (of, offset, how, variable) = match fact.base {
            Base::Object(of) => {
                let named = || type_name(types, of);
                // So gcc and clang call what the hidden pointer of a class with virtual functions leads to.
                if types.name(of).as_deref() == Some("__vtbl_ptr_type") {
                    return Err(Unknown::Table);
                }
                if self.is_left(number, fact) {
                    return Err(Unknown::Scope(named()));
                }
                let offset = match fact.exact {
                    Exact::No => return Err(Unknown::Offset(named())),
                    Exact::Indexed if fact.offset < 0 => return Err(Unknown::Offset(named())),
                    _ => self.within(of, fact).ok_or_else(|| Unknown::Outside(named()))?,
                };
                let variable = self.reasons.borrow().variable(fact.why);
                (of, offset, ReachedBy::Pointer, variable)
            }
            Base::Stack => {
                if fact.exact == Exact::No {
                    return Err(Unknown::Stack);
                }
                let frame = self.seeds.frame_variable(number, fact.offset, state, self.body, types);
                let frame = frame.ok_or(Unknown::Stack)?;
                let of = types.strip(frame.variable.of).ok_or(Unknown::Stack)?;
                let name = frame.variable.name.clone();
                (of, frame.inside as u64, ReachedBy::Stack, Some(name))
            }
            Base::Const | Base::PerCpuAddress => {
                let is_per_cpu = fact.base == Base::PerCpuAddress;
                let address = fact.offset as u64;
                let global = if is_per_cpu {
                    self.globals.per_cpu_at(address)
                } else {
                    self.globals.at(address)
                };
                // A module has no variables of each CPU by address; gcc keeps the canary at a fixed one.
                let none = if is_per_cpu && address == CANARY_AT {
                    Unknown::Canary
                } else {
                    Unknown::Address(address)
                };
                let global = global.ok_or(none)?;
                let is_canary = match &*global.name {
                    "fixed_percpu_data" => global.inside == CANARY_AT,
                    "__stack_chk_guard" => true,
                    _ => false,
                };
                if is_canary {
                    return Err(Unknown::Canary);
                }
                let of = global.of.ok_or_else(|| Unknown::Untyped(global.name.to_string()))?;
                let how = if is_per_cpu { ReachedBy::PerCpu } else { ReachedBy::Global };
                (of, global.inside, how, Some(global.name))
            }
            Base::PerCpu => return Err(Unknown::Register),
            Base::Runtime(what) => return Err(Unknown::Runtime(what)),
        };
        let of = types.complete(of);
        let kind = &types.get(of).kind;
        if let Kind::Aggregate { is_declared_only: true, .. } = kind {
            return Err(Unknown::Declared(type_name(types, of)));
        }
        if let Kind::Lost(why) = kind {
            return Err(Unknown::Elsewhere(*why));
        }
        let is_element = fact.exact.is_element();
        let leaf = best(types, of, offset, operand.bytes, is_element)
            .ok_or_else(|| Unknown::Outside(type_name(types, of)))?;
        if let Some(why) = lost_at(types, &leaf) {
            return Err(Unknown::Elsewhere(why));
        }
        // Bytes are copied by words. A pointer that was cast before the code parted looks the same.
        let is_of_bytes = leaf.bytes == Some(1) && operand.bytes >= 4;
        if is_of_bytes && fact.confidence == Confidence::May {
            return Err(Unknown::Paths(type_name(types, of)));
        }
        let is_any = || {
            operand
                .base
                .is_some_and(|base| self.seeds.any(number, base, self.body, types).is_some())
        };
        if is_of_bytes && fact.exact == Exact::Yes && is_any() {
            return Err(Unknown::Cast(type_name(types, of)));
        }
        let fits = leaf.inside == 0 && leaf.bytes == Some(operand.bytes);
        let is_array = leaf.path.contains('[');
        // Bytes of something behind the object look the same as those of the next element, but for their members.
        let is_open = match fact.exact {
            Exact::Within => !is_array,
            Exact::Indexed => !is_array && !fits,
            _ => false,
        };
        if is_open {
            return Err(Unknown::Offset(type_name(types, of)));
        }
        // A struct that ends before the offset has no member there, and no hole either.
        let size = types.size(of);
        let is_array_end = leaf.bytes.is_some() && is_array;
        if size.is_some_and(|size| offset >= size) && !is_array_end {
            return Err(Unknown::Outside(type_name(types, of)));
        }
        if matches!(kind, Kind::Function) {
            return Err(Unknown::Outside(type_name(types, of)));
        }
        // The struct is what is touched of a global array of structs.
        let first = leaf.chain.first().copied();
        let (top, top_offset) = first.unwrap_or((of, offset));
        let path = match leaf.path.strip_prefix('[') {
            Some(rest) if first.is_some() => {
                rest.split_once(']').map_or("", |(_, path)| path.trim_start_matches('.')).to_owned()
            }
            _ => leaf.path.clone(),
        };
        let mut reasons = self.reasons.borrow().sentences(fact.why);
        if reasons.is_empty()
            && let Some(name) = &variable
        {
            reasons.push(match how {
                ReachedBy::Stack => format!("`{name}` is a variable of the frame."),
                ReachedBy::PerCpu => format!("`{name}` is a variable of each CPU, by its address."),
                _ => format!("It is the variable `{name}`, by its address."),
            });
        }
        if leaf.is_shared
            && let Some(other) = self.also(of, offset, is_element, &leaf)
        {
            reasons.push(format!(
                "A union's members, or an enum's alternatives, share these bytes: it may be `{other}`."
            ));
        }
        if let Some(member) = leaf.bytes.filter(|&member| operand.bytes > member) {
            reasons.push(format!(
                "It touches {} bytes and the member has {member}: its neighbours too, or it is of another type.",
                operand.bytes
            ));
        }
        let confidence = match how {
            ReachedBy::Stack => Confidence::Direct.max(if is_element {
                Confidence::Must
            } else {
                Confidence::Direct
            }),
            _ if is_of_bytes => fact.confidence.max(Confidence::May),
            _ if fact.exact == Exact::Indexed && !is_array => fact.confidence.max(Confidence::May),
            _ => fact.confidence,
        };
        let object = TouchedObject {
            name: type_name(types, top),
            is_aggregate: first.is_some(),
            size_bytes: types.size(top).map(|bytes| bytes as f64),
            offset_bytes: top_offset as f64,
            path,
            member_bytes: leaf.bytes.map(|bytes| bytes as f64),
            chain: leaf
                .chain
                .iter()
                .skip(1)
                .map(|&(of, offset)| TouchedPart {
                    name: types.name(of).map(|name| name.to_string()).unwrap_or_default(),
                    size_bytes: types.size(of).map(|bytes| bytes as f64),
                    offset_bytes: offset as f64,
                })
                .collect(),
            confidence,
            how,
            variable: variable.map(|name| name.to_string()),
            is_element,
            reasons,
        };
        Ok(Found { of: top, fits, object })
    }
}

/// Aggregates before plain types, what has a member there before a hole, then the surer, then what has a member of this
/// very size, then the larger; then what holds the first at that very place. Mere size never beats a surer one that is
/// not related.
fn sorted(mut found: Vec<Found>) -> Vec<TouchedObject> {
    found.sort_by(|one, other| {
        let (a, b) = (&one.object, &other.object);
        let size = |object: &TouchedObject| object.size_bytes.unwrap_or(0.0);
        b.is_aggregate
            .cmp(&a.is_aggregate)
            .then(a.member_bytes.is_none().cmp(&b.member_bytes.is_none()))
            .then(a.confidence.cmp(&b.confidence))
            .then(other.fits.cmp(&one.fits))
            .then(size(b).total_cmp(&size(a)))
    });
    let mut objects: Vec<TouchedObject> = found.into_iter().map(|one| one.object).collect();
    // Several may hold each other in turn.
    for _ in 0..objects.len() {
        let Some(first) = objects.first() else { break };
        let container = objects.iter().skip(1).position(|other| {
            other.confidence <= Confidence::May
                && other
                    .chain
                    .iter()
                    .any(|part| part.name == first.name && part.offset_bytes == first.offset_bytes)
        });
        let Some(at) = container else { break };
        let container = objects.remove(at + 1);
        objects.insert(0, container);
    }
    objects
}

/// A type's name, as C writes it.
pub fn type_name(types: &Types, of: TypeId) -> String {
    const MAX_POINTERS: usize = 8;
    let mut stars = String::new();
    let mut at = of;
    for _ in 0..MAX_POINTERS {
        let found = types.get(at);
        if let Some(name) = types.name(at) {
            let space = if stars.is_empty() { "" } else { " " };
            return format!("{name}{space}{stars}");
        }
        match &found.kind {
            Kind::Pointer(Some(to)) | Kind::Array(Some(to), _) => {
                if matches!(found.kind, Kind::Pointer(_)) {
                    stars.push('*');
                }
                at = *to;
            }
            Kind::Alias(Some(to)) => at = *to,
            Kind::Pointer(None) => return format!("void *{stars}"),
            Kind::Aggregate { is_union: true, .. } => return format!("union {{…}}{stars}"),
            Kind::Aggregate { .. } => return format!("struct {{…}}{stars}"),
            _ => break,
        }
    }
    format!("a type without a name{stars}")
}
