//! The hot loop: every named struct, union and class of a unit, from sibling to sibling.

use facts::Keyword;
use rustc_hash::{FxHashMap, FxHashSet};

use super::found::{Found, OUTERMOST, ScopeId};
use super::signed::scope_name;
use crate::dwarf::bytes::Bytes;
use crate::dwarf::place::sane_bytes;
use crate::dwarf::plans::classes::{Class, Slot};
use crate::dwarf::plans::plan::{FarReference, Plan, Table};
use crate::dwarf::resolve::TypeRef;
use crate::dwarf::store::{Store, StrPlace};
use crate::dwarf::strings::NameId;
use crate::dwarf::unit::{Unit, entry, has_flat_names};

/// Entries nested deeper than this are taken for damage.
const MAX_DEPTH: usize = 1024;

impl Found {
    /// Lists the aggregates of a unit and adds it to `units`. What was listed before trouble stays.
    pub fn scan_unit(&mut self, store: &Store, unit: Unit, table: &Table) -> Result<(), Trouble> {
        let number = self.units.len() as u32;
        let mut unit = unit;
        unit.first_instance = self.instances.len() as u32;
        let mut scan = Scan {
            found: self,
            store,
            table,
            info: store.unit(&unit),
            has_flat_names: has_flat_names(unit.language),
            unit: &unit,
            number,
            declared_in: FxHashMap::default(),
            has_supplementary: None,
            lost_name: None,
            misnested: None,
        };
        let result = scan.run();
        if result.is_err() || scan.misnested.is_some() {
            scan.list_the_rest();
        }
        let supplementary = scan.has_supplementary.map(|at| (at, Reason::Supplementary));
        let lost = scan.lost_name.map(|at| (at, Reason::LostName));
        let misnested = scan.misnested.map(|at| (at, Reason::Misnested));
        self.units.push(unit);
        result?;
        match misnested.or(lost).or(supplementary) {
            Some((at, reason)) => Err(Trouble { at, reason }),
            None => Ok(()),
        }
    }
}

/// Why the rest of a unit could not be read.
#[derive(Debug)]
pub(crate) struct Trouble {
    /// Offset in the section.
    pub at: usize,
    pub reason: Reason,
}

/// See [`Trouble`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    NoSuchAbbreviation,
    CutOff,
    TooDeep,
    /// Not trouble for the unit: a name that only the supplementary file has.
    Supplementary,
    /// Not trouble for the rest of the unit: a type whose name cannot be read.
    LostName,
    /// Its tree ends before it, or not with it, or an entry's children do not end where its sibling is. Types may be
    /// lost or be something else.
    Misnested,
}

/// What holds the entries that the loop is at.
#[derive(Debug, Clone, Copy)]
struct Frame {
    scope: ScopeId,
    /// Whether types found here are listed.
    lists: bool,
    /// Where the parent's sibling is, as it states it.
    sibling: Option<usize>,
}

/// A unit that is being scanned.
pub(crate) struct Scan<'a, 'f> {
    pub found: &'f mut Found,
    store: &'a Store,
    pub table: &'a Table,
    pub info: Bytes<'a>,
    pub unit: &'a Unit,
    number: u32,
    pub has_flat_names: bool,
    /// Scopes of the nested types that are only declared: their definition stands elsewhere and
    /// refers to the declaration.
    declared_in: FxHashMap<usize, ScopeId>,
    pub has_supplementary: Option<usize>,
    /// The first type that was left out because its name cannot be read.
    lost_name: Option<usize>,
    /// The first place where the tree is not what it says it is.
    misnested: Option<usize>,
}

impl<'a> Scan<'a, '_> {
    fn run(&mut self) -> Result<(), Trouble> {
        let (info, table, format) = (self.info, self.table, self.unit.format);
        let end = self.unit.end;
        // Ends the unit, and with it every read past it.
        let info = info.until(end);
        let mut at = self.unit.entries;
        let mut frames: Vec<Frame> = Vec::new();
        let mut frame = Frame { scope: OUTERMOST, lists: true, sibling: None };
        let trouble = |at, reason| Err(Trouble { at, reason });
        while at < end {
            if let Some(sibling) = frame.sibling
                && at >= sibling
            {
                // A damaged child leads past the end of its list; what follows is not the parent's.
                self.misnested.get_or_insert(at);
                at = sibling;
                frame = frames.pop().unwrap_or(frame);
                continue;
            }
            let Some((code, attributes)) = info.uleb(at) else {
                return trouble(at, Reason::CutOff);
            };
            if code == 0 {
                if frame.sibling.is_some_and(|sibling| sibling != attributes) {
                    self.misnested.get_or_insert(at);
                }
                at = attributes;
                if frames.len() > 1 {
                    frame = frames.pop().unwrap_or(frame);
                    continue;
                }
                let Some(more) = self.after_tree(at) else { return Ok(()) };
                at = more;
                continue;
            }
            let Some(plan) = table.plan(code) else {
                return trouble(at, Reason::NoSuchAbbreviation);
            };
            let mut inner = Frame { scope: frame.scope, lists: false, sibling: None };
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
                    inner.scope = self.namespace(plan, attributes, frame.scope);
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
                let sibling = table.integer(plan, Slot::Sibling, info, attributes, format);
                let next = self.sibling(sibling, attributes);
                if !wants_children && let Some(next) = next {
                    at = next;
                    continue;
                }
                inner.sibling = next;
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
                // The unit's own entry has no children, or says so of what follows.
                let Some(more) = self.after_tree(at) else { return Ok(()) };
                at = more;
                frames.push(frame);
            }
        }
        if !frames.is_empty() {
            self.misnested.get_or_insert(end);
        }
        Ok(())
    }

    fn namespace(&mut self, plan: &Plan, attributes: usize, scope: ScopeId) -> ScopeId {
        let name = self.name(plan, attributes).and_then(|place| self.text(place));
        let name = name.unwrap_or(b"(anonymous namespace)").to_vec();
        self.found.scope(scope, &name)
    }

    /// Lists the types that the tree did not lead to, where it is not what it says it is: DIE after DIE, whatever
    /// holds it. Only its sibling is believed: there the children end, so that a damaged one hides the rest of its
    /// siblings and no more. Each byte is looked at once.
    fn list_the_rest(&mut self) {
        let (table, format) = (self.table, self.unit.format);
        let listed = self.found.instances.get(self.unit.first_instance as usize..);
        let listed: FxHashSet<u32> =
            listed.unwrap_or_default().iter().map(|&(_, offset)| offset).collect();
        let mut ranges = vec![(self.unit.entries, self.unit.end, OUTERMOST)];
        while let Some((mut at, end, scope)) = ranges.pop() {
            let info = self.info.until(end);
            while let Some((code, attributes)) = info.uleb(at).filter(|_| at < end) {
                if code == 0 {
                    at = attributes;
                    continue;
                }
                let Some(plan) = table.plan(code) else { break };
                let next = table.end(plan, info, attributes, format).filter(|next| *next <= end);
                let Some(next) = next else { break };
                let is_listed = listed.contains(&((at - self.unit.start) as u32));
                let mut inner = scope;
                match plan.class {
                    Class::Aggregate(kind) if !is_listed => {
                        let own = self.aggregate(plan, kind, at, attributes, scope);
                        inner = own.unwrap_or(scope);
                    }
                    Class::Typedef => self.typedef(plan, attributes, scope),
                    Class::Namespace => inner = self.namespace(plan, attributes, scope),
                    _ => {}
                }
                let sibling = table.integer(plan, Slot::Sibling, info, attributes, format);
                let sibling = self.sibling(sibling, attributes);
                at = match sibling.filter(|sibling| (next..=end).contains(sibling)) {
                    Some(sibling) => {
                        ranges.push((next, sibling, inner));
                        sibling
                    }
                    None => next,
                };
            }
        }
    }

    /// What follows the end of the tree: padding, or what a damaged tree left out, which is read on.
    fn after_tree(&mut self, at: usize) -> Option<usize> {
        let rest = self.info.range(at..self.unit.end)?;
        let more = rest.iter().position(|&byte| byte != 0)?;
        self.misnested.get_or_insert(at);
        Some(at + more)
    }

    /// Only forward, so that the scan ends.
    #[inline(always)]
    fn sibling(&self, offset: Option<u64>, attributes: usize) -> Option<usize> {
        let next = usize::try_from(offset?).ok()?.checked_add(self.unit.start)?;
        if next > attributes && next <= self.unit.end { Some(next) } else { None }
    }

    #[inline(always)]
    pub fn name(&self, plan: &Plan, attributes: usize) -> Option<StrPlace> {
        let place = plan.place(Slot::Name)?;
        let at = self.table.find(plan, place, self.info, attributes, self.unit.format)?;
        self.store.string_place(self.unit, place.form, at)
    }

    fn text(&self, place: StrPlace) -> Option<&[u8]> {
        let name = self.store.string_at(self.unit, place)?;
        if name.is_empty() { None } else { Some(name) }
    }

    #[inline(always)]
    pub fn integer(&self, plan: &Plan, slot: Slot, attributes: usize) -> Option<u64> {
        self.table.integer(plan, slot, self.info, attributes, self.unit.format)
    }

    fn flag(&self, plan: &Plan, slot: Slot, attributes: usize) -> bool {
        self.table.flag(plan, slot, self.info, attributes, self.unit.format)
    }

    /// Lists a struct, union or class, and returns the scope that its own types are named in.
    #[inline(never)]
    fn aggregate(
        &mut self,
        plan: &Plan,
        kind: Keyword,
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
        let Some(name) = name else {
            // It states one, by a place that is none.
            if plan.place(Slot::Name).is_some() {
                self.lost_name.get_or_insert(at);
            }
            return None;
        };
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
    pub fn entry_at(&self, offset: u64) -> Option<(usize, &'a Plan, usize)> {
        let at = usize::try_from(offset).ok()?.checked_add(self.unit.start)?;
        if at < self.unit.entries || at >= self.unit.end {
            return None;
        }
        let (plan, attributes) = entry(self.info, at, self.table)?;
        Some((at, plan, attributes))
    }

    #[inline(always)]
    pub fn add(
        &mut self,
        scope: ScopeId,
        name: StrPlace,
        kind: Keyword,
        size_bytes: u64,
        at: usize,
    ) {
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
        kind: Keyword,
        size_bytes: u64,
        offset: u32,
    ) -> Option<u32> {
        if self.text(name).is_none() {
            self.lost_name.get_or_insert(self.unit.start + offset as usize);
        }
        let name = self.full_name(scope, name)?;
        let first = TypeRef { unit: self.number, offset: offset as usize };
        Some(self.found.group_of(name, kind, size_bytes, first))
    }

    pub fn full_name(&mut self, scope: ScopeId, name: StrPlace) -> Option<NameId> {
        let name = self.store.string_at(self.unit, name)?;
        let found = &mut *self.found;
        if name.is_empty() || found.strings.is_full() {
            return None;
        }
        if scope == OUTERMOST {
            return Some(found.strings.intern(name));
        }
        let mut full = found.scope_name(scope).to_vec();
        full.extend_from_slice(name);
        Some(found.strings.intern(&full))
    }
}
