//! What pointers lead to that the code has cast: their structs are known by what else the function points to.

use std::rc::Rc;

use debuginfo::dwarf::located::{Inlined, Kind, Pointee, TypeId, Types};
use facts::Confidence;

use super::Flow;
use crate::members::{holds, leaves};
use crate::reasons::{Reason, ReasonId};
use crate::state::{Base, Exact, Fact};

/// Places at which one struct has another, or an array of it.
const MAX_PLACES: usize = 16;
/// More are not looked for in one function.
const MAX_SOUGHT: usize = 500;
/// Structs in structs.
const MAX_DEPTH: usize = 6;
/// Members that are looked at for all of them.
const MAX_LOOKS: usize = 4_000;

impl Flow<'_> {
    /// The same address from the begin of the object's container, where it is outside of the object itself:
    /// `container_of`, or a cast from what a struct begins with. The container has to be one that the function has a
    /// pointer to, by a variable or by what an inlined function returns; of several that fit, one has to be in all
    /// the others at that place. `None` where the address is inside, or nothing fits.
    pub fn in_container(&self, fact: &Fact, bytes: u64) -> Option<Fact> {
        let Base::Object(inner) = fact.base else { return None };
        if fact.exact != Exact::Yes || !self.is_outside(inner, fact.offset) {
            return None;
        }
        let key = (inner, fact.offset, bytes);
        let known = self.containers.borrow().get(&key).copied();
        if known.is_none() && self.containers.borrow().len() >= MAX_SOUGHT {
            return None;
        }
        let found = known.unwrap_or_else(|| {
            let found = self.find_container(inner, fact.offset, bytes);
            self.containers.borrow_mut().insert(key, found);
            found
        });
        let (pointee, offset) = found?;
        let Pointee { of: container, name, result_of } = self.body.pointees.get(pointee)?;
        let called = |of: TypeId| self.types.name(of).unwrap_or_else(|| "struct".into());
        let why = self.reasons.borrow_mut().add(Reason::Container {
            inner: called(inner),
            container: called(*container),
            name: name.clone(),
            is_result: result_of.is_some(),
            next: fact.why,
        });
        Some(Fact {
            base: Base::Object(*container),
            offset,
            confidence: Confidence::Later,
            why,
            ..*fact
        })
    }

    fn is_outside(&self, of: TypeId, offset: i64) -> bool {
        let kind = &self.types.get(of).kind;
        let Kind::Aggregate { is_declared_only: false, .. } = kind else { return false };
        if offset < 0 {
            return true;
        }
        let is_behind = self.types.size(of).is_some_and(|size| offset as u64 >= size);
        is_behind && !self.is_array_end(of, offset)
    }

    /// Whether an array without a bound, with which an object ends, has the byte at an offset.
    pub(super) fn is_array_end(&self, of: TypeId, offset: i64) -> bool {
        let Ok(offset) = u64::try_from(offset) else { return false };
        leaves(self.types, of, offset, false).iter().any(|leaf| leaf.path.contains('['))
    }

    fn find_container(&self, inner: TypeId, offset: i64, bytes: u64) -> Option<(usize, i64)> {
        let mut fitting: Vec<(usize, i64)> = Vec::new();
        let mut seen: Vec<TypeId> = Vec::new();
        for (number, Pointee { of, .. }) in self.body.pointees.iter().enumerate() {
            if *of == inner || seen.contains(of) {
                continue;
            }
            seen.push(*of);
            for place in places(self.types, *of, inner) {
                let Some(at) = i64::try_from(place).ok().and_then(|at| at.checked_add(offset))
                else {
                    continue;
                };
                if self.has_member(*of, at, bytes) {
                    fitting.push((number, at));
                }
            }
        }
        let of = |number: usize| self.body.pointees.get(number).map(|pointee| pointee.of);
        let is_in_all = |&(number, at): &(usize, i64)| {
            fitting.iter().all(|&(other, further)| {
                let (Some(own), Some(outer)) = (of(number), of(other)) else { return false };
                holds(self.types, outer, further.wrapping_sub(at), own)
            })
        };
        fitting.iter().find(|one| is_in_all(one)).copied()
    }

    fn has_member(&self, of: TypeId, offset: i64, bytes: u64) -> bool {
        let Ok(offset) = u64::try_from(offset) else { return false };
        let fits = self.types.size(of).is_some_and(|size| offset < size);
        let whole = |leaf_bytes: Option<u64>| leaf_bytes.is_some_and(|own| own >= bytes);
        fits && leaves(self.types, of, offset, false)
            .iter()
            .any(|leaf| leaf.of.is_some() && leaf.inside == 0 && whole(leaf.bytes))
    }

    /// What a `void *` that is loaded at an instruction from an object leads to: what the inlined function returns
    /// whose code the instruction is of, the innermost one, if that is handed such an object, and does not follow the
    /// pointer itself.
    pub(super) fn result_at(&self, number: usize, from: TypeId) -> Option<(TypeId, Rc<str>)> {
        let address = self.graph.instructions.get(number)?.ip();
        // Inner ones come behind those that they are in.
        let own = self.body.pointees.iter().rev().find_map(|one| {
            let inlined = one.result_of.as_ref()?;
            inlined.has(address).then_some((one, inlined))
        });
        let (Pointee { of, name, .. }, inlined) = own?;
        let is_handed = |taken: &TypeId| holds(self.types, from, 0, *taken);
        if !inlined.takes.iter().any(is_handed) || self.is_followed(number, inlined) {
            return None;
        }
        Some((*of, name.clone()))
    }

    /// Whether code of an inlined function touches what a register leads to that it has just loaded.
    fn is_followed(&self, number: usize, inlined: &Inlined) -> bool {
        let Some((loaded, rest)) =
            self.graph.instructions.get(number..).and_then(<[_]>::split_first)
        else {
            return false;
        };
        let register = loaded.op0_register().full_register();
        for next in rest {
            if !inlined.has(next.ip()) {
                return false;
            }
            if next.memory_base() == register {
                return true;
            }
            if next.op0_register().full_register() == register {
                return false;
            }
        }
        false
    }
}

/// Where a struct has another one as a member, or as the first element of an array.
fn places(types: &Types, outer: TypeId, inner: TypeId) -> Vec<u64> {
    let mut found = Vec::new();
    let mut waiting = vec![(outer, 0_u64, 0)];
    let mut looks = 0;
    while let Some((of, at, depth)) = waiting.pop() {
        let Kind::Aggregate { members, .. } = &types.get(of).kind else { continue };
        for member in members {
            looks += 1;
            if looks > MAX_LOOKS || found.len() >= MAX_PLACES {
                return found;
            }
            let mut of = member.of.and_then(|of| types.strip(of));
            while let Some(array) = of
                && let Kind::Array(element, _) = types.get(array).kind
            {
                of = element.and_then(|element| types.strip(element));
            }
            let (Some(of), Some(at)) = (of, at.checked_add(member.offset_bits / 8)) else {
                continue;
            };
            if of == inner {
                found.push(at);
            } else if depth < MAX_DEPTH {
                waiting.push((of, at, depth + 1));
            }
        }
    }
    found
}

/// Whether the eight bytes at an offset are a `void *`.
pub(super) fn is_void_pointer(types: &Types, of: TypeId, offset: u64, is_element: bool) -> bool {
    leaves(types, of, offset, is_element).iter().any(|leaf| {
        let kind = leaf.of.map(|of| &types.get(of).kind);
        leaf.inside == 0 && matches!(kind, Some(Kind::Pointer(None)))
    })
}

/// Containers that were looked for, by the object, the offset from it, and the bytes that are touched there: the number of
/// the function's pointee, and the offset in that.
pub type Containers = rustc_hash::FxHashMap<(TypeId, i64, u64), Option<(usize, i64)>>;

/// What is loaded as a `void *` in code of a function that returns a pointer to a struct.
pub(super) fn result(of: TypeId, why: ReasonId) -> Fact {
    Fact {
        base: Base::Object(of),
        offset: 0,
        exact: Exact::Yes,
        confidence: Confidence::Later,
        by: None,
        why,
    }
}
