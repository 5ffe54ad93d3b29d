//! What the scan found: the groups that become rows, and where their instances stand.

use std::collections::BTreeSet;

use facts::Keyword;
use rustc_hash::{FxHashMap, FxHashSet};

use super::signed::{complete, is_signed};
use crate::dwarf::headers::Aggregate;
use crate::dwarf::plans::plan::FarReference;
use crate::dwarf::store::StrPlace;
use crate::dwarf::strings::{NameId, Strings};
use crate::dwarf::type_ref::TypeRef;
use crate::dwarf::unit::{Unit, has_flat_names};

/// Scopes with longer names are left out of the names of what they hold.
pub(crate) const MAX_SCOPE_BYTES: usize = 1 << 14;

/// All that the scan found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub strings: Strings,
    pub units: Vec<Unit>,
    pub groups: Vec<Group>,
    /// Group and offset in its unit of every instance, unit by unit (`Unit::first_instance`).
    pub instances: Vec<(u32, u32)>,
    /// Whether a name waits for the name of an outer type (`signed`).
    pub has_signed_names: bool,
    /// Offset in its unit and name of what is only declared, where that is asked for.
    pub declarations: Option<Vec<(u32, NameId)>>,
    /// Typedefs of something in another unit, with the section of their own, until all units are there;
    /// then, in the order of the file, what they name.
    pub far_typedefs: Vec<(NameId, u32, FarReference)>,
    pub far_instances: BTreeSet<(u32, TypeRef)>,
    /// Typedefs of C that name a struct which has a name, and that name.
    pub typedefs: FxHashSet<(NameId, NameId)>,
    /// The full name of each scope, with its `::`; number 0 is empty.
    pub scopes: Vec<NameId>,
    scope_of: FxHashMap<NameId, ScopeId>,
    /// Groups by what can be compared without looking at a string.
    pub group_by_place: FxHashMap<(ScopeId, StrPlace, u8, u64), u32>,
    group_by_name: FxHashMap<(NameId, u8, u64), u32>,
    /// `typedefs` by what can be compared without looking at a string.
    pub typedefs_by_place: FxHashSet<(StrPlace, StrPlace)>,
}

impl Found {
    /// Nothing found yet.
    pub fn new() -> Found {
        let mut found = Found::default();
        found.scopes.push(found.strings.intern(b""));
        found
    }

    /// Nothing found yet; names of what is only declared are kept too.
    pub fn with_declarations() -> Found {
        Found { declarations: Some(Vec::new()), ..Found::new() }
    }

    /// The text of a name.
    pub fn name(&self, name: NameId) -> String {
        String::from_utf8_lossy(self.strings.get(name)).into_owned()
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
        self.typedefs_by_place = FxHashSet::default();
        self.instances.shrink_to_fit();
    }

    /// Drops the instances, once their layouts are known.
    pub fn forget_instances(&mut self) {
        self.instances = Vec::new();
        self.far_instances.clear();
    }

    /// The group of a number.
    #[expect(
        clippy::indexing_slicing,
        reason = "only `group_of` gives numbers, and who takes groups out numbers those that are held anew"
    )]
    pub fn group(&self, number: u32) -> &Group {
        &self.groups[number as usize]
    }

    /// The full name of a scope, with its `::`.
    pub fn scope_name(&self, scope: ScopeId) -> &[u8] {
        self.scopes.get(scope.0 as usize).map_or(&[], |name| self.strings.get(*name))
    }

    /// The group of a name, kind and size; a new one where there is none yet.
    pub fn group_of(
        &mut self,
        name: NameId,
        kind: Keyword,
        size_bytes: u64,
        first: TypeRef,
    ) -> u32 {
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
        mut aggregate: impl FnMut(&Unit, usize) -> Option<Aggregate>,
    ) {
        for (name, section, to) in std::mem::take(&mut self.far_typedefs) {
            let Some(at) = find(&self.units, section, to) else {
                continue;
            };
            match self.units.get(at.unit as usize).and_then(|unit| aggregate(unit, at.offset)) {
                Some(Aggregate::Unnamed(kind, size_bytes)) => {
                    let group = self.group_of(name, kind, size_bytes, at);
                    self.far_instances.insert((group, at));
                }
                Some(Aggregate::Named(of)) if !self.strings.is_full() => {
                    let of = self.strings.intern(&of);
                    self.add_typedef(name, of);
                }
                _ => {}
            }
        }
    }

    /// Notes a typedef of a struct that has a name.
    pub fn add_typedef(&mut self, name: NameId, of: NameId) {
        if name != of {
            self.typedefs.insert((name, of));
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
            Some(self.strings.get(self.group(*group).name).to_vec())
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
            if let Some(&new) = renumbered.get(*group as usize) {
                *group = new;
            }
        }
        // One by one: `collect` would bring a sort into the module for what hardly ever happens.
        for (group, at) in std::mem::take(&mut self.far_instances) {
            if let Some(&group) = renumbered.get(group as usize) {
                self.far_instances.insert((group, at));
            }
        }
    }

    /// The scope of a name in another one.
    pub fn scope(&mut self, parent: ScopeId, name: &[u8]) -> ScopeId {
        let mut full = self.scope_name(parent).to_vec();
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

/// Entries that agree in name, kind and size: a row until their members are compared.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub name: NameId,
    pub kind: Keyword,
    pub size_bytes: u64,
    /// Where the first of them is.
    pub first: TypeRef,
}

/// A name that types are declared in: a namespace, a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ScopeId(pub u32);

/// What belongs to no namespace and no class.
pub(crate) const OUTERMOST: ScopeId = ScopeId(0);
