//! What an operand's address may be, and what lies there.

use std::rc::Rc;

use debuginfo::dwarf::located::{Kind, TypeId};
use facts::Confidence;

use super::Flow;
use super::containers::{is_void_pointer, result};
use crate::members::pointers;
use crate::operand::{Operand, Segment};
use crate::reasons::{Reason, ReasonId};
use crate::state::{Base, Exact, Fact, Facts, State, add};

const POINTER_BYTES: u64 = 8;

/// How far apart addresses are that an index makes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// What the index is multiplied by.
    scale: i64,
    /// Bytes of which the product is a multiple, as far as that is known.
    bytes: u64,
}

impl Step {
    pub(super) fn of(state: &State, index: usize, scale: i64) -> Step {
        let factor = state.strides.of(index).factor();
        Step { scale, bytes: factor.saturating_mul(scale.unsigned_abs()) }
    }

    /// That of an index of which nothing is known.
    pub(super) const BYTE: Step = Step { scale: 1, bytes: 1 };
}

impl Flow<'_> {
    /// What an address that an instruction computes may be.
    pub fn address(&self, state: &State, operand: &Operand) -> Facts {
        let displacement = operand.displacement;
        let mut found = Facts::new();
        if operand.segment == Segment::Thread {
            return found;
        }
        let plain = Fact::constant(displacement, ReasonId::NONE);
        match (operand.base, operand.index) {
            (None, None) => found.push(plain),
            (None, Some(index)) => {
                if operand.scale == 1 && !state.registers[index].is_empty() {
                    found
                        .extend(state.registers[index].iter().map(|fact| fact.moved(displacement)));
                } else {
                    let step = Step::of(state, index, operand.scale);
                    self.indexed(&[plain], &state.registers[index], step, &mut found);
                }
            }
            (Some(base), None) => {
                found.extend(state.registers[base].iter().map(|fact| fact.moved(displacement)));
            }
            (Some(base), Some(index)) => {
                let moved = |list: &Facts| -> Facts {
                    list.iter().map(|fact| fact.moved(displacement)).collect()
                };
                let (bases, indices) = (&state.registers[base], &state.registers[index]);
                if operand.scale == 1 && self.leads(indices) && !self.leads(bases) {
                    let step = Step::of(state, base, 1);
                    self.indexed(&moved(indices), bases, step, &mut found);
                } else {
                    let step = Step::of(state, index, operand.scale);
                    self.indexed(&moved(bases), indices, step, &mut found);
                }
            }
        }
        // `table(,%rax,8)`, and in kernels `table(%rax)`: the displacement is the address of a variable.
        let is_unknown =
            found.iter().all(|fact| fact.exact == Exact::No || fact.base == Base::Const);
        if is_unknown
            && (operand.base.is_some() || operand.index.is_some())
            && operand.segment == Segment::Flat
            && self.globals.is_absolute(displacement)
            && self.globals.at(displacement as u64).is_some()
        {
            let exact = Exact::Element;
            found = vec![Fact { exact, ..plain }];
        }
        if operand.segment == Segment::Cpu {
            // A pointer to what each CPU has its own of is declared as one to the object.
            found.retain(|fact| matches!(fact.base, Base::Const | Base::Object(_)));
            let addresses = found.iter_mut().filter(|fact| fact.base == Base::Const);
            addresses.for_each(|fact| fact.base = Base::PerCpuAddress);
        }
        found
    }

    /// Whether one of these is an address, not a number: of two registers that are added either may be it.
    pub(super) fn leads(&self, list: &[Fact]) -> bool {
        list.iter().any(|fact| match fact.base {
            Base::Object(_) | Base::Stack => true,
            Base::Const => self.globals.at(fact.offset as u64).is_some(),
            Base::PerCpu | Base::PerCpuAddress | Base::Runtime(_) => false,
        })
    }

    /// Adds an index to bases.
    pub(super) fn indexed(&self, bases: &[Fact], index: &[Fact], step: Step, found: &mut Facts) {
        let Step { scale, bytes } = step;
        let constant = index.iter().find(|fact| {
            fact.base == Base::Const
                && fact.exact == Exact::Yes
                && fact.confidence <= Confidence::Must
        });
        let is_per_cpu = index.iter().any(|fact| fact.base == Base::PerCpu);
        for fact in bases {
            if let (Base::PerCpu, Some(constant)) = (fact.base, constant) {
                add(found, Fact { base: Base::PerCpuAddress, ..*constant }.moved(fact.offset));
            } else if let Some(constant) = constant {
                add(found, fact.moved(constant.offset.wrapping_mul(scale)));
            } else if is_per_cpu && scale == 1 {
                let base = match fact.base {
                    Base::Const => Base::PerCpuAddress,
                    other => other,
                };
                add(found, Fact { base, ..*fact });
            } else if fact.base != Base::PerCpu {
                let size = match fact.base {
                    Base::Object(of) => self.types.size(of),
                    _ => None,
                };
                let is_whole = size.is_none_or(|size| size > 0 && bytes % size == 0);
                let exact = if is_whole { Exact::Element } else { Exact::Indexed };
                add(found, Fact { exact: fact.exact.max(exact), ..*fact });
            }
        }
    }

    /// The offset within an object of a type: an element's, where any of several may be meant.
    pub fn within(&self, of: TypeId, fact: &Fact) -> Option<u64> {
        let offset = match (fact.exact, self.types.size(of)) {
            (Exact::No, _) => return None,
            (Exact::Element, Some(bytes)) if bytes > 0 => {
                let bytes = i64::try_from(bytes).ok()?;
                let is_inside = (0..bytes).contains(&fact.offset);
                if is_inside || self.is_array_end(of, fact.offset) {
                    fact.offset
                } else {
                    fact.offset.rem_euclid(bytes)
                }
            }
            _ => fact.offset,
        };
        u64::try_from(offset).ok()
    }

    /// What eight bytes hold that are loaded from an address.
    pub(super) fn loaded(&self, number: usize, state: &State, address: &[Fact]) -> Facts {
        let mut found = Facts::new();
        for fact in address {
            if self.is_left(number, fact) {
                continue;
            }
            let held = self.in_container(fact, POINTER_BYTES);
            let fact = held.as_ref().unwrap_or(fact);
            let is_element = fact.exact.is_element();
            // The object, the offset in it, its name, and the highest confidence that what is loaded can have.
            let (of, offset, name, best) = match fact.base {
                Base::Object(of) => {
                    let Some(offset) = self.within(of, fact) else { continue };
                    (of, offset, self.types.name(of), Confidence::Must)
                }
                Base::Stack => {
                    let frame = self.seeds.frame_variable(
                        number,
                        fact.offset,
                        state,
                        self.body,
                        self.types,
                    );
                    if fact.exact == Exact::No {
                        continue;
                    }
                    if let Some(frame) = frame
                        && let Some(of) = self.types.strip(frame.variable.of)
                    {
                        let name = Some(frame.variable.name.clone());
                        self.through(
                            &mut found,
                            (of, frame.inside as u64, name, Confidence::Direct),
                            (number, is_element, fact),
                        );
                    }
                    if fact.exact == Exact::Yes {
                        state.slot(fact.offset).iter().for_each(|kept| add(&mut found, *kept));
                    }
                    continue;
                }
                Base::Const | Base::PerCpuAddress => {
                    let global = if fact.base == Base::Const {
                        self.globals.at(fact.offset as u64)
                    } else {
                        self.globals.per_cpu_at(fact.offset as u64)
                    };
                    if let Some(name) = global.as_ref().map(|global| global.name.clone())
                        && matches!(&*name, "this_cpu_off" | "__per_cpu_offset")
                    {
                        let base = Base::PerCpu;
                        let why = ReasonId::NONE;
                        found.push(Fact {
                            base,
                            offset: 0,
                            exact: Exact::Yes,
                            confidence: Confidence::Must,
                            by: None,
                            why,
                        });
                        continue;
                    }
                    let Some(global) = global else { continue };
                    let Some(of) = global.of else { continue };
                    (of, global.inside, Some(global.name), Confidence::Must)
                }
                Base::PerCpu | Base::Runtime(_) => continue,
            };
            self.through(&mut found, (of, offset, name, best), (number, is_element, fact));
        }
        found
    }

    /// The pointers that lie at an offset of an object.
    fn through(
        &self,
        found: &mut Facts,
        (of, offset, name, best): (TypeId, u64, Option<Rc<str>>, Confidence),
        (number, is_element, fact): (usize, bool, &Fact),
    ) {
        let at = self.graph.instruction(number).ip().wrapping_sub(self.begin) as i64;
        if is_void_pointer(self.types, of, offset, is_element)
            && fact.exact == Exact::Yes
            && let Some((to, callee)) = self.result_at(number, of)
        {
            let why = self.reasons.borrow_mut().add(Reason::Result { at, callee });
            add(found, result(to, why));
        }
        for (target, path, is_union) in pointers(self.types, of, offset, is_element) {
            if fact.exact == Exact::Within && !path.contains('[') {
                continue;
            }
            let is_array = path.contains('[');
            let name = name.as_deref().unwrap_or("struct");
            let is_plain = !matches!(self.types.get(of).kind, Kind::Aggregate { .. });
            let why = if is_plain && best == Confidence::Direct {
                Reason::Frame { name: name.into() }
            } else {
                let from = match path.as_str() {
                    "" => name.to_owned(),
                    path if path.starts_with('[') => format!("{name}{path}"),
                    path => format!("{name}.{path}"),
                };
                Reason::Load { at, from: from.into(), next: fact.why, is_union }
            };
            let why = self.reasons.borrow_mut().add(why);
            let confidence = match fact.exact {
                _ if is_union => Confidence::Later,
                Exact::Indexed if !is_array => fact.confidence.max(Confidence::May),
                _ => fact.confidence.max(Confidence::Must),
            };
            let base = Base::Object(target);
            add(found, Fact { base, offset: 0, exact: Exact::Yes, confidence, by: None, why });
        }
    }
}
