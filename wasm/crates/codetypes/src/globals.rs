//! Which variable of a program lies at an address.

use std::cell::RefCell;
use std::rc::Rc;

use debuginfo::dwarf::located::{Kind, Located, TypeId, Types};
use rustc_hash::FxHashMap;

use crate::symbols::{LOWEST_ADDRESS, ProgramSymbol, Symbols, all_containing, containing};

/// Variables by address: those of the units of a function, and what their declarations say of others.
pub struct Globals<'a> {
    pub symbols: &'a Symbols,
    pub located: &'a Located,
    pub types: &'a Types,
    /// The function's unit.
    pub unit: u32,
    /// Types by the addresses of their symbols, as far as they were asked for.
    pub known: RefCell<FxHashMap<u64, Option<TypeId>>>,
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
        self.find(&self.symbols.variables, address)
    }

    /// The variable of each CPU at an address of the section where they are laid out.
    pub fn per_cpu_at(&self, address: u64) -> Option<Global> {
        self.find(&self.symbols.per_cpu, address)
    }

    /// What Go's register for the goroutine leads to.
    pub fn goroutine(&self) -> Option<TypeId> {
        self.located.goroutine()
    }

    /// Whether a displacement can be an address by itself: not in code that may lie anywhere, and no small number.
    pub fn is_absolute(&self, displacement: i64) -> bool {
        self.symbols.has_absolute && !(0..LOWEST_ADDRESS as i64).contains(&displacement)
    }

    /// The name of the function that begins at an address.
    pub fn function_at(&self, address: u64) -> Option<Rc<str>> {
        let found = containing(&self.symbols.functions, address)?;
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
        let known = self.known.borrow().get(&symbol.address).copied();
        let of = known.unwrap_or_else(|| {
            let of = self.type_of(symbol).and_then(|of| self.types.strip(of));
            self.known.borrow_mut().insert(symbol.address, of);
            of
        });
        Global { name: symbol.name.clone(), of, inside: address - symbol.address }
    }

    fn type_of(&self, symbol: &ProgramSymbol) -> Option<TypeId> {
        // A static variable of a function shares its name with others: only its address tells.
        let mut declared = None;
        let mut same = None;
        for unit in self.types.with_related(self.unit) {
            for global in &self.types.unit(unit).globals {
                let is_named = global.name == symbol.name;
                if global.address == Some(symbol.address) {
                    same.get_or_insert(global.of);
                    if is_named {
                        return Some(global.of);
                    }
                } else if is_named && global.is_top && global.address.is_none() {
                    declared.get_or_insert(global.of);
                }
            }
        }
        same.or(declared).or_else(|| self.located.variable_at(self.types, symbol.address))
    }
}
