//! Which variable of a program lies at an address.

use std::rc::Rc;

use debuginfo::dwarf::located::{Kind, LocatedUnit, TypeId, Types};

use super::names::{all_containing, containing};
use super::{LOWEST_ADDRESS, Program, ProgramSymbol};

/// Variables by address: those of the unit that is read, and what its declarations say of others.
pub struct Globals<'a> {
    pub(super) program: &'a Program,
    pub(super) unit: &'a LocatedUnit,
}

/// A variable, or an element of one.
#[derive(Debug, Clone)]
pub struct Global {
    /// Its name.
    pub name: Rc<str>,
    /// Its type, neither typedef nor qualifier; `None` where no declaration of it is known.
    pub of: Option<TypeId>,
    /// How far into it.
    pub inside: u64,
}

impl Global {
    /// How large an element is, of an array.
    pub fn element_bytes(&self, types: &Types) -> Option<u64> {
        match types.get(self.of?).kind {
            Kind::Array(Some(element), _) => types.size(element),
            _ => None,
        }
    }
}

impl Globals<'_> {
    /// The variable at an address.
    pub fn at(&self, address: u64) -> Option<Global> {
        self.find(&self.program.variables, address)
    }

    /// The variable of each CPU at an address of the section where they are laid out.
    pub fn per_cpu_at(&self, address: u64) -> Option<Global> {
        self.find(&self.program.per_cpu, address)
    }

    /// Whether a displacement can be an address by itself: not in code that may lie anywhere, and no small number.
    pub fn is_absolute(&self, displacement: i64) -> bool {
        self.program.has_absolute && !(0..LOWEST_ADDRESS as i64).contains(&displacement)
    }

    /// The name of the function that begins at an address.
    pub fn function_at(&self, address: u64) -> Option<Rc<str>> {
        let found = containing(&self.program.functions, address)?;
        (found.address == address).then(|| found.name.clone())
    }

    /// The name that the unit declares, where a place has several: kernels have `const_pcpu_hot` for `pcpu_hot`.
    fn find(&self, symbols: &[ProgramSymbol], address: u64) -> Option<Global> {
        let mut all = all_containing(symbols, address).map(|symbol| self.named(symbol, address));
        let first = all.next()?;
        if first.of.is_some() {
            return Some(first);
        }
        Some(all.find(|global| global.of.is_some()).unwrap_or(first))
    }

    fn named(&self, symbol: &ProgramSymbol, address: u64) -> Global {
        let types = &self.unit.types;
        let inside = address - symbol.address;
        let by_name = types.globals.iter().filter(|global| global.name == symbol.name);
        // A static variable of a function shares its name with others: only its address tells.
        let mut exact = by_name.clone().filter(|global| global.address == Some(symbol.address));
        let mut declared = by_name.filter(|global| global.is_top && global.address.is_none());
        let found = exact.next().or_else(|| {
            let same = types.globals.iter().find(|each| each.address == Some(symbol.address));
            same.or_else(|| declared.next())
        });
        let of = found.and_then(|global| types.strip(global.of));
        Global { name: symbol.name.clone(), of, inside }
    }
}
