//! The hot loop: every named struct, union and class of a unit, from sibling to sibling.

use std::collections::BTreeSet;

use facts::RowKind;
use rustc_hash::FxHashMap;

use super::bytes::Bytes;
use super::place::sane_bytes;
use super::plan::{Class, FarReference, Plan, Slot, Table};
use super::resolve::TypeRef;
use super::signed::{complete, is_signed, scope_name};
use super::store::{Store, StrPlace};
use super::strings::{NameId, Strings};
use super::unit::{Unit, entry, has_flat_names};

/// Entries nested deeper than this are taken for damage.
const MAX_DEPTH: usize = 1024;

/// Scopes with longer names are left out of the names of what they hold.
const MAX_SCOPE_BYTES: usize = 1 << 14;

/// A name that types are declared in: a namespace, a class; 0 is the outermost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ScopeId(u32);

const OUTERMOST: ScopeId = ScopeId(0);

/// Entries that agree in name, kind and size: a row until their members are compared.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub name: NameId,
    pub kind: RowKind,
    pub size_bytes: u64,
    /// Where the first of them is.
    pub first: TypeRef,
}

/// All that the scan found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub strings: Strings,
    pub units: Vec<Unit>,
    pub groups: Vec<Group>,
    /// Group and offset in its unit of every instance, unit by unit (`Unit::first_instance`).
    pub instances: Vec<(u32, u32)>,
    /// Whether a name waits for the name of an outer type (`signed`).
    has_signed_names: bool,
    /// Offset in its unit and name of what is only declared, where that is asked for.
    pub declarations: Option<Vec<(u32, NameId)>>,
    /// Typedefs of something in another unit, with the section of their own, until all units are there;
    /// then, in the order of the file, what they name.
    far_typedefs: Vec<(NameId, u32, FarReference)>,
    pub far_instances: BTreeSet<(u32, TypeRef)>,
    /// The full name of each scope, with its `::`; number 0 is empty.
    scopes: Vec<NameId>,
    scope_of: FxHashMap<NameId, ScopeId>,
    /// Groups by what can be compared without looking at a string.
    group_by_place: FxHashMap<(ScopeId, StrPlace, u8, u64), u32>,
    group_by_name: FxHashMap<(NameId, u8, u64), u32>,
}

/// Why the rest of a unit could not be read.
#[derive(Debug)]
pub(super) struct Trouble {
    /// Offset in the section.
    pub at: usize,
    pub reason: Reason,
}

/// See [`Trouble`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    NoSuchAbbreviation,
    CutOff,
    TooDeep,
    /// Not trouble for the unit: a name that only the supplementary file has.
    Supplementary,
}

impl Found {
    /// Nothing found yet.
    pub fn new() -> Found {
        let mut found = Found::default();
        found.scopes.push(found.strings.intern(b""));
        found
    }

    /// Lists the aggregates of a unit and adds it to `units`. What was listed before trouble stays.
    pub fn scan_unit(&mut self, store: &Store, unit: Unit, table: &Table) -> Result<(), Trouble> {
        let number = self.units.len() as u32;
        let mut unit = unit;
        unit.first_instance = self.instances.len() as u32;
        let mut scan = Scan {
            found: self,
            store,
            table,
            info: store.info(unit.section),
            has_flat_names: has_flat_names(unit.language),
            unit: &unit,
            number,
            declared_in: FxHashMap::default(),
            has_supplementary: None,
        };
        let result = scan.run();
        let supplementary = scan.has_supplementary;
        self.units.push(unit);
        result?;
        match supplementary {
            Some(at) => Err(Trouble { at, reason: Reason::Supplementary }),
            None => Ok(()),
        }
    }

    /// Nothing found yet; names of what is only declared are kept too.
    pub fn with_declarations() -> Found {
        Found { declarations: Some(Vec::new()), ..Found::new() }
    }

    /// Partial units, which dwz writes, state no language: where all others are C, they are C too.
    pub fn complete_languages(&mut self) {
        let mut stated = self.units.iter().map(|unit| unit.language).filter(|code| *code != 0);
        let Some(first) = stated.next() else { return };
        if !has_flat_names(first) || !stated.all(has_flat_names) {
            return;
        }
        for unit in self.units.iter_mut().filter(|unit| unit.language == 0) {
            unit.language = first;
        }
    }

    /// Drops what only the scan needs.
    pub fn forget_keys(&mut self) {
        self.group_by_place = FxHashMap::default();
        self.group_by_name = FxHashMap::default();
        self.instances.shrink_to_fit();
    }

    /// Drops the instances, once their layouts are known.
    pub fn forget_instances(&mut self) {
        self.instances = Vec::new();
        self.far_instances.clear();
    }

    fn group_of(&mut self, name: NameId, kind: RowKind, size_bytes: u64, first: TypeRef) -> u32 {
        let next = self.groups.len() as u32;
        let group = *self.group_by_name.entry((name, kind as u8, size_bytes)).or_insert(next);
        if group == next {
            self.groups.push(Group { name, kind, size_bytes, first });
        }
        group
    }

    /// Lists what typedefs name in another unit, once all units are there. `aggregate` gives kind
    /// and size of an unnamed aggregate.
    pub fn resolve_far_typedefs(
        &mut self,
        find: impl Fn(&[Unit], u32, FarReference) -> Option<TypeRef>,
        mut aggregate: impl FnMut(&Unit, usize) -> Option<(RowKind, u64)>,
    ) {
        for (name, section, to) in std::mem::take(&mut self.far_typedefs) {
            let Some(at) = find(&self.units, section, to) else {
                continue;
            };
            if let Some((kind, size_bytes)) = aggregate(&self.units[at.unit as usize], at.offset) {
                let group = self.group_of(name, kind, size_bytes, at);
                self.far_instances.insert((group, at));
            }
        }
    }

    /// Completes the names of types that are nested in types of other units, once all are there.
    pub fn complete_signed_names(&mut self, signatures: &FxHashMap<u64, TypeRef>) {
        if !self.has_signed_names {
            return;
        }
        let outer = |signature: u64| {
            let at = signatures.get(&signature)?;
            let first = self.units.get(at.unit as usize)?.first_instance as usize;
            let next = self.units.get(at.unit as usize + 1);
            let end = next.map_or(self.instances.len(), |unit| unit.first_instance as usize);
            let instances = self.instances.get(first..end)?;
            let (group, _) = instances.iter().find(|(_, offset)| *offset as usize == at.offset)?;
            Some(self.strings.get(self.groups[*group as usize].name).to_vec())
        };
        let names: Vec<Option<Vec<u8>>> = self
            .groups
            .iter()
            .map(|group| self.strings.get(group.name))
            .map(|name| is_signed(name).then(|| complete(name, outer)))
            .collect();
        // A completed name may be that of another group.
        let old = std::mem::take(&mut self.groups);
        self.group_by_name.clear();
        let renumbered: Vec<u32> = old
            .into_iter()
            .zip(names)
            .map(|(group, name)| {
                let name = name.map_or(group.name, |name| self.strings.intern(&name));
                self.group_of(name, group.kind, group.size_bytes, group.first)
            })
            .collect();
        for (group, _) in &mut self.instances {
            *group = renumbered[*group as usize];
        }
        // One by one: `collect` would bring a sort into the module for what hardly ever happens.
        for (group, at) in std::mem::take(&mut self.far_instances) {
            self.far_instances.insert((renumbered[group as usize], at));
        }
    }

    fn scope(&mut self, parent: ScopeId, name: &[u8]) -> ScopeId {
        let mut full = self.strings.get(self.scopes[parent.0 as usize]).to_vec();
        if full.len() + name.len() > MAX_SCOPE_BYTES || self.strings.is_full() {
            return parent;
        }
        full.extend_from_slice(name);
        full.extend_from_slice(b"::");
        let full = self.strings.intern(&full);
        if let Some(&id) = self.scope_of.get(&full) {
            return id;
        }
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(full);
        self.scope_of.insert(full, id);
        id
    }
}

/// What holds the entries that the loop is at.
#[derive(Debug, Clone, Copy)]
struct Frame {
    scope: ScopeId,
    /// Whether types found here are listed.
    lists: bool,
}

struct Scan<'a, 'f> {
    found: &'f mut Found,
    store: &'a Store,
    table: &'a Table,
    info: Bytes<'a>,
    unit: &'a Unit,
    number: u32,
    has_flat_names: bool,
    /// Scopes of the nested types that are only declared: their definition stands elsewhere and
    /// refers to the declaration.
    declared_in: FxHashMap<usize, ScopeId>,
    has_supplementary: Option<usize>,
}

impl<'a> Scan<'a, '_> {
    fn run(&mut self) -> Result<(), Trouble> {
        let (info, table, format) = (self.info, self.table, self.unit.format);
        let end = self.unit.end;
        // Ends the unit, and with it every read past it.
        let info = Bytes { data: &info.data[..end], ..info };
        let mut at = self.unit.entries;
        let mut frames: Vec<Frame> = Vec::new();
        let mut frame = Frame { scope: OUTERMOST, lists: true };
        let trouble = |at, reason| Err(Trouble { at, reason });
        while at < end {
            let Some((code, attributes)) = info.uleb(at) else {
                return trouble(at, Reason::CutOff);
            };
            if code == 0 {
                match frames.pop() {
                    Some(outer) => frame = outer,
                    // Padding behind the unit's last entry.
                    None => return Ok(()),
                }
                at = attributes;
                continue;
            }
            let Some(plan) = table.plan(code) else {
                return trouble(at, Reason::NoSuchAbbreviation);
            };
            let mut inner = Frame { scope: frame.scope, lists: false };
            let mut wants_children = false;
            match plan.class {
                Class::Aggregate(kind) if frame.lists => {
                    inner.lists = true;
                    wants_children = !self.has_flat_names;
                    let scope = self.aggregate(plan, kind, at, attributes, frame.scope);
                    if let (true, true, Some(scope)) = (wants_children, plan.has_children, scope) {
                        inner.scope = scope;
                    }
                }
                Class::Typedef if frame.lists => self.typedef(plan, attributes, frame.scope),
                Class::Namespace => {
                    inner.lists = frame.lists;
                    wants_children = true;
                    let name = self.name(plan, attributes);
                    inner.scope = match name.and_then(|place| self.text(place)) {
                        Some(name) => {
                            let name = name.to_vec();
                            self.found.scope(frame.scope, &name)
                        }
                        None => self.found.scope(frame.scope, b"(anonymous namespace)"),
                    };
                }
                Class::Transparent => {
                    inner.lists = frame.lists;
                    wants_children = true;
                }
                Class::Code => {
                    inner.lists = frame.lists;
                    wants_children = true;
                }
                _ => {}
            }
            if plan.has_children {
                if !wants_children {
                    let sibling = table.integer(plan, Slot::Sibling, info, attributes, format);
                    if let Some(next) = self.sibling(sibling, attributes) {
                        at = next;
                        continue;
                    }
                }
                if frames.len() >= MAX_DEPTH {
                    return trouble(at, Reason::TooDeep);
                }
                frames.push(frame);
                frame = inner;
            }
            at = match table.end(plan, info, attributes, format) {
                Some(next) if next <= end => next,
                _ => return trouble(at, Reason::CutOff),
            };
            if frames.is_empty() {
                // The unit's own entry has no children.
                return Ok(());
            }
        }
        Ok(())
    }

    /// Only forward, so that the scan ends.
    #[inline(always)]
    fn sibling(&self, offset: Option<u64>, attributes: usize) -> Option<usize> {
        let next = usize::try_from(offset?).ok()?.checked_add(self.unit.start)?;
        if next > attributes && next <= self.unit.end { Some(next) } else { None }
    }

    #[inline(always)]
    fn name(&self, plan: &Plan, attributes: usize) -> Option<StrPlace> {
        let place = plan.place(Slot::Name)?;
        let at = self.table.find(plan, place, self.info, attributes, self.unit.format)?;
        self.store.string_place(self.unit, place.form, at)
    }

    fn text(&self, place: StrPlace) -> Option<&[u8]> {
        let name = self.store.string_at(self.unit.section, place)?;
        if name.is_empty() { None } else { Some(name) }
    }

    #[inline(always)]
    fn integer(&self, plan: &Plan, slot: Slot, attributes: usize) -> Option<u64> {
        self.table.integer(plan, slot, self.info, attributes, self.unit.format)
    }

    fn flag(&self, plan: &Plan, slot: Slot, attributes: usize) -> bool {
        self.table.flag(plan, slot, self.info, attributes, self.unit.format)
    }

    /// Lists a struct, union or class, and returns the scope that its own types are named in.
    #[inline(always)]
    fn aggregate(
        &mut self,
        plan: &Plan,
        kind: RowKind,
        at: usize,
        attributes: usize,
        scope: ScopeId,
    ) -> Option<ScopeId> {
        let mut scope = scope;
        let mut name = self.name(plan, attributes);
        // gcc repeats the name in type units, but only the declaration stands in its namespace.
        if plan.has(Slot::Specification)
            && let Some((declared_name, declared_scope)) = self.specification(plan, attributes)
        {
            name = name.or(declared_name);
            scope = declared_scope;
        }
        if name.is_none() && plan.has_children && !self.has_flat_names {
            let (info, format) = (self.info, self.unit.format);
            let to = self.table.far_reference(plan, Slot::Signature, info, attributes, format);
            if let Some(FarReference::Signature(signature)) = to {
                self.found.has_signed_names = true;
                return Some(self.found.scope(OUTERMOST, &scope_name(signature)));
            }
        }
        let name = name?;
        let is_declaration = self.flag(plan, Slot::Declaration, attributes);
        if is_declaration {
            self.declaration(at, scope, name);
        } else if name == StrPlace::Supplementary {
            self.has_supplementary = Some(at);
            return None;
        } else if let Some(size_bytes) = self.integer(plan, Slot::ByteSize, attributes) {
            self.add(scope, name, kind, size_bytes, at);
        }
        if !plan.has_children || self.has_flat_names {
            return None;
        }
        let name = self.text(name)?.to_vec();
        Some(self.found.scope(scope, &name))
    }

    fn declaration(&mut self, at: usize, scope: ScopeId, name: StrPlace) {
        if self.has_flat_names {
            return;
        }
        self.declared_in.insert(at, scope);
        if self.found.declarations.is_some()
            && let Some(name) = self.full_name(scope, name)
            && let Some(declarations) = &mut self.found.declarations
        {
            declarations.push(((at - self.unit.start) as u32, name));
        }
    }

    /// The name and scope of the declaration that a definition completes.
    fn specification(&self, plan: &Plan, attributes: usize) -> Option<(Option<StrPlace>, ScopeId)> {
        let offset = self.integer(plan, Slot::Specification, attributes)?;
        let at = self.unit.start.checked_add(usize::try_from(offset).ok()?)?;
        let (declaration, attributes) = entry(self.info, at, self.table)?;
        let scope = self.declared_in.get(&at).copied().unwrap_or(OUTERMOST);
        Some((self.name(declaration, attributes), scope))
    }

    /// The entry at an offset from the unit's start.
    #[inline(always)]
    fn entry_at(&self, offset: u64) -> Option<(usize, &'a Plan, usize)> {
        let at = usize::try_from(offset).ok()?.checked_add(self.unit.start)?;
        if at < self.unit.entries || at >= self.unit.end {
            return None;
        }
        let (plan, attributes) = entry(self.info, at, self.table)?;
        Some((at, plan, attributes))
    }

    /// Lists an unnamed struct, union or class under the name that a typedef gives it.
    #[inline(always)]
    fn typedef(&mut self, plan: &'a Plan, attributes: usize, scope: ScopeId) {
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

    #[inline(always)]
    fn add(&mut self, scope: ScopeId, name: StrPlace, kind: RowKind, size_bytes: u64, at: usize) {
        let size_bytes = sane_bytes(size_bytes);
        let offset = (at - self.unit.start) as u32;
        let is_inline = matches!(name, StrPlace::Inline(_));
        let key = (scope, name, kind as u8, size_bytes);
        let known = if is_inline { None } else { self.found.group_by_place.get(&key).copied() };
        let group = match known {
            Some(group) => group,
            None => {
                let Some(group) = self.group(scope, name, kind, size_bytes, offset) else {
                    return;
                };
                if !is_inline {
                    self.found.group_by_place.insert(key, group);
                }
                group
            }
        };
        self.found.instances.push((group, offset));
    }

    fn group(
        &mut self,
        scope: ScopeId,
        name: StrPlace,
        kind: RowKind,
        size_bytes: u64,
        offset: u32,
    ) -> Option<u32> {
        let name = self.full_name(scope, name)?;
        let first = TypeRef { unit: self.number, offset: offset as usize };
        Some(self.found.group_of(name, kind, size_bytes, first))
    }

    fn full_name(&mut self, scope: ScopeId, name: StrPlace) -> Option<NameId> {
        let name = self.store.string_at(self.unit.section, name)?;
        let found = &mut *self.found;
        if name.is_empty() || found.strings.is_full() {
            return None;
        }
        if scope == OUTERMOST {
            return Some(found.strings.intern(name));
        }
        let mut full = found.strings.get(found.scopes[scope.0 as usize]).to_vec();
        full.extend_from_slice(name);
        Some(found.strings.intern(&full))
    }
}
