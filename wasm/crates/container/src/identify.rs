use std::rc::Rc;

use object::elf;

use crate::opened::Opened;
use crate::packed::{self, Layer, Unpacked};
use crate::unpack::{Room, most_unpacked};
use crate::{ContainerError, Source, bare};

const BTF_MAGIC: u16 = 0xeb9f;
const PROBE_BYTES: u64 = 4096;
/// `Image` in a zboot image in gzip has three.
const MAX_LAYERS: usize = 4;

/// Tells what a file is by its content, and opens it.
///
/// # Errors
/// A sentence of [`ContainerError`] where it holds nothing that can be used.
pub fn identify(source: Rc<dyn Source>) -> Result<Opened, ContainerError> {
    // Of all layers and sections together: each layer stays in memory.
    let mut most = most_unpacked(&*source);
    let mut source = source;
    let mut layers: Vec<Layer> = Vec::new();
    let mut opened = loop {
        if source.is_empty() {
            break Err(ContainerError::Empty);
        }
        let start = source.read(0, source.len().min(PROBE_BYTES))?;
        if start.starts_with(&elf::ELFMAG) {
            break bare::open_elf(source);
        }
        if let Some(big_endian) = btf_byte_order(&start) {
            break Ok(bare::open_btf(source, big_endian));
        }
        if layers.len() >= MAX_LAYERS {
            break Err(ContainerError::TooDeep(MAX_LAYERS));
        }
        match packed::unpack(&source, &start, most)? {
            Some(Unpacked::Layer(layer)) => {
                source = Rc::clone(&layer.inner);
                most = most.saturating_sub(source.len());
                layers.push(layer);
            }
            Some(Unpacked::Opened(opened)) => break Ok(opened),
            None => break Err(refuse(&start)),
        }
    };
    if let Ok(opened) = &mut opened {
        opened.stored.room = Room::of(most);
    }
    // What was taken off last is the nearest to what was found.
    layers.into_iter().rev().fold(opened, |opened, layer| layer.told(opened))
}

fn btf_byte_order(start: &[u8]) -> Option<bool> {
    let magic: [u8; 2] = start.get(..2)?.try_into().ok()?;
    // Version 1 follows at once: two bytes alone would take too many files for BTF.
    if *start.get(2)? != 1 {
        return None;
    }
    match magic {
        _ if u16::from_le_bytes(magic) == BTF_MAGIC => Some(false),
        _ if u16::from_be_bytes(magic) == BTF_MAGIC => Some(true),
        _ => None,
    }
}

/// Names what is known but cannot be used.
fn refuse(start: &[u8]) -> ContainerError {
    let begins = |magic: &[u8]| start.starts_with(magic);
    let packed = |format, remedy| ContainerError::Packed { format, remedy };
    if begins(b"PERFILE2") || begins(b"2ELIFREP") {
        return ContainerError::PerfData;
    }
    if begins(b"Microsoft C/C++ MSF") {
        return ContainerError::Pdb;
    }
    if begins(b"PK\x03\x04") {
        return packed("zip", "unzip FILE");
    }
    // Fat Mach-O shares its magic with Java classes, whose next word is a version above 40.
    let fat = begins(&[0xca, 0xfe, 0xba, 0xbe]) && start.get(7).is_some_and(|count| *count < 40);
    let thin = [[0xfe, 0xed, 0xfa, 0xce], [0xfe, 0xed, 0xfa, 0xcf]]
        .iter()
        .any(|magic| begins(magic) || begins(&[magic[3], magic[2], magic[1], magic[0]]));
    if fat || thin {
        return ContainerError::MachO;
    }
    // arch/arm/boot/compressed/head.S; with an EFI stub it begins as a PE file does.
    if start.get(0x24..0x28) == Some(&0x016f_2818u32.to_le_bytes()) {
        return packed("ARM zImage", "scripts/extract-vmlinux FILE > vmlinux");
    }
    if begins(b"MZ") {
        return ContainerError::Pe;
    }
    if is_text(start) {
        return ContainerError::Text;
    }
    let first: Vec<String> = start.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    ContainerError::Unknown { first: first.join(" ") }
}

/// Whether a file that begins so is text: UTF-8 without control characters.
pub fn is_text(start: &[u8]) -> bool {
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        // The probe may end in the midst of a character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            let whole = start.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(whole).unwrap_or_default()
        }
        Err(_) => return false,
    };
    text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}'))
}
