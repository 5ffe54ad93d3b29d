//! What typedefs name: aggregates without a name of their own, and in C those that have one.

use super::found::{OUTERMOST, ScopeId};
use super::scan::Scan;
use crate::dwarf::plans::classes::{Class, Slot};
use crate::dwarf::plans::plan::Plan;
use crate::dwarf::store::StrPlace;

impl<'a> Scan<'a, '_> {
    /// Lists an unnamed struct, union or class under the name that a typedef gives it; of a named one of C the name is
    /// another.
    #[inline(never)]
    pub fn typedef(&mut self, plan: &'a Plan, attributes: usize, scope: ScopeId) {
        let (mut plan_of_type, mut attributes_of_type) = (plan, attributes);
        // Qualifiers may stand between the two.
        for _ in 0..8 {
            let offset = self.integer(plan_of_type, Slot::Type, attributes_of_type);
            let Some(offset) = offset else {
                self.typedef_of_other_unit(
                    (plan, attributes),
                    (plan_of_type, attributes_of_type, Slot::Type),
                    scope,
                );
                return;
            };
            let Some((at, target, target_attributes)) = self.entry_at(offset) else {
                return;
            };
            match target.class {
                Class::Qualifier => {
                    (plan_of_type, attributes_of_type) = (target, target_attributes);
                }
                Class::Aggregate(kind) => {
                    if target.has(Slot::Name) || target.has(Slot::Specification) {
                        self.other_name((plan, attributes), (target, target_attributes));
                        return;
                    }
                    if target.has(Slot::Signature) {
                        self.typedef_of_other_unit(
                            (plan, attributes),
                            (target, target_attributes, Slot::Signature),
                            scope,
                        );
                        return;
                    }
                    let size = self.integer(target, Slot::ByteSize, target_attributes);
                    if let (Some(name), Some(size_bytes)) = (self.name(plan, attributes), size) {
                        if name == StrPlace::Supplementary {
                            self.has_supplementary = Some(at);
                            return;
                        }
                        self.add(scope, name, kind, size_bytes, at);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// Notes a typedef of a struct that has a name: C programmers know `struct _object` as `PyObject`.
    fn other_name(&mut self, typedef: (&Plan, usize), of: (&Plan, usize)) {
        if !self.has_flat_names {
            return;
        }
        let (Some(name), Some(of)) = (self.name(typedef.0, typedef.1), self.name(of.0, of.1))
        else {
            return;
        };
        if name == of || [name, of].contains(&StrPlace::Supplementary) {
            return;
        }
        // The same in each unit that includes the header.
        let is_known = !matches!((name, of), (StrPlace::Inline(_), _) | (_, StrPlace::Inline(_)))
            && !self.found.typedefs_by_place.insert((name, of));
        if !is_known
            && let Some(name) = self.full_name(OUTERMOST, name)
            && let Some(of) = self.full_name(OUTERMOST, of)
        {
            self.found.add_typedef(name, of);
        }
    }

    /// Notes a typedef of something in another unit, which may not have been read yet.
    fn typedef_of_other_unit(
        &mut self,
        (plan, attributes): (&Plan, usize),
        (referring, referring_attributes, slot): (&Plan, usize, Slot),
        scope: ScopeId,
    ) {
        let format = self.unit.format;
        let to = self.table.far_reference(referring, slot, self.info, referring_attributes, format);
        let Some(to) = to else {
            return;
        };
        let Some(name) = self.name(plan, attributes) else {
            return;
        };
        if let Some(name) = self.full_name(scope, name) {
            self.found.far_typedefs.push((name, self.unit.section, to));
        }
    }
}
