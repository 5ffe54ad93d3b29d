//! Addresses for the sections of a relocatable object, which has none yet: code can only be spoken of by address.

use crate::ints::Ints;

/// The code of an object begins here, which is less than any program's: the loader of modules puts it where it likes.
pub const CODE_START: u64 = 0x1000;
/// What is not in the object has an address of its own each, so that calls can be distinguished.
const OUTSIDE_START: u64 = 1 << 40;
const OUTSIDE_BYTES: u64 = 16;

/// Where each section would be loaded, by its number in the file; 0 where it is not. Empty for linked files.
#[derive(Debug, Clone, Default)]
pub struct Placed(Vec<u64>);

/// What of a section tells where it goes.
#[derive(Debug, Clone, Copy)]
pub struct Loaded {
    pub is_loaded: bool,
    pub is_code: bool,
    /// Whether it is a module's init section: elsewhere, and gone once the module runs.
    pub is_init: bool,
    pub bytes: u64,
    pub align: u64,
}

impl Placed {
    /// As the kernel lays out a module (`__layout_sections()` of `kernel/module/main.c`): first the code that stays, in
    /// the order of the sections. What follows it is of no account, and only does not overlap.
    pub fn new(sections: &[Loaded]) -> Placed {
        let mut addresses = vec![0; sections.len()];
        let mut next = CODE_START;
        let groups: [fn(&Loaded) -> bool; 3] = [
            |each| each.is_code && !each.is_init,
            |each| each.is_code && each.is_init,
            |each| !each.is_code,
        ];
        for belongs in groups {
            let own = sections.iter().zip(&mut addresses);
            for (section, address) in own.filter(|(each, _)| each.is_loaded && belongs(each)) {
                let align = section.align.clamp(1, 1 << 21);
                next = next.div_ceil(align).saturating_mul(align);
                *address = next;
                next = next.saturating_add(section.bytes);
            }
            next = next.saturating_add(CODE_START);
        }
        Placed(addresses)
    }

    /// The address of a section; 0 where it has none.
    pub fn section(&self, number: u64) -> u64 {
        let found = usize::try_from(number).ok().and_then(|number| self.0.get(number));
        found.copied().unwrap_or(0)
    }

    /// The address of an entry of the symbol table that says `value` within a section.
    pub fn symbol(&self, number: u64, section: u64, value: u64) -> u64 {
        const UNDEFINED: u64 = 0;
        if section == UNDEFINED && !self.0.is_empty() && number > 0 {
            return OUTSIDE_START.saturating_add(number.saturating_mul(OUTSIDE_BYTES));
        }
        value.wrapping_add(self.section(section))
    }
}

/// Address of a symbol as relocations mean it.
pub fn symbol_value(ints: Ints, symbols: &[u8], number: u64, placed: &Placed) -> u64 {
    let (entry_len, value_at, value_len, section_at) =
        if ints.class64 { (24, 8, 8, 6) } else { (16, 4, 4, 14) };
    let at = usize::try_from(number).ok().and_then(|number| number.checked_mul(entry_len));
    let Some(at) = at.filter(|at| at.saturating_add(entry_len) <= symbols.len()) else { return 0 };
    let value = ints.uint(symbols, at + value_at, value_len);
    placed.symbol(number, ints.uint(symbols, at + section_at, 2), value)
}
