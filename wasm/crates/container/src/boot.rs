//! Kernels as boot loaders take them: where the compressed kernel lies in them.

/// What a boot image holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payload {
    /// Compressed data: offset and length in the file.
    Packed { what: &'static str, offset: u64, len: u64 },
    /// The kernel's memory image itself, which has no section table.
    Plain { what: &'static str },
}

/// Where the kernel lies in a boot image that begins so (at least its first 4 KiB).
pub fn payload(start: &[u8], size: u64) -> Option<Payload> {
    let word = |at: usize| -> Option<u64> {
        let bytes: [u8; 4] = start.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_le_bytes(bytes)))
    };
    // Documentation/arch/x86/boot.rst: payload_offset is counted from the protected-mode code,
    // which follows the setup sectors.
    if start.get(0x202..0x206) == Some(b"HdrS") {
        let setup_sectors = match start.get(0x1f1)? {
            0 => 4,
            count => u64::from(*count),
        };
        let offset = (setup_sectors + 1) * 512 + word(0x248)?;
        return packed("bzImage", offset, word(0x24c)?, size);
    }
    // drivers/firmware/efi/libstub/zboot-header.S
    if start.starts_with(b"MZ") && start.get(4..8) == Some(b"zimg") {
        return packed("EFI zboot image", word(8)?, word(12)?, size);
    }
    // Documentation/arch/arm64/booting.rst, Documentation/arch/riscv/boot-image-header.rst
    match start.get(0x38..0x3c)? {
        b"ARM\x64" => Some(Payload::Plain { what: "arm64 Image" }),
        b"RSC\x05" => Some(Payload::Plain { what: "RISC-V Image" }),
        _ => None,
    }
}

fn packed(what: &'static str, offset: u64, len: u64, size: u64) -> Option<Payload> {
    let len = len.min(size.checked_sub(offset)?);
    (len > 0).then_some(Payload::Packed { what, offset, len })
}

/// The raw BTF in a memory image: the kernel keeps it in `.rodata`, where its header is found by
/// its magic, version and header length, and by sections that follow each other within the image.
pub fn find_btf(image: &[u8]) -> Option<std::ops::Range<usize>> {
    /// Magic 0xeb9f, version 1, flags 0, a header of 24 bytes.
    const HEADER: [u8; 8] = [0x9f, 0xeb, 1, 0, 24, 0, 0, 0];
    memchr::memmem::find_iter(image, &HEADER).find_map(|at| {
        let word = |index: usize| -> Option<usize> {
            let start = at + 8 + index * 4;
            let bytes: [u8; 4] = image.get(start..start + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(bytes) as usize)
        };
        let (type_offset, type_len) = (word(0)?, word(1)?);
        let (string_offset, string_len) = (word(2)?, word(3)?);
        let end = at.checked_add(24)?.checked_add(string_offset)?.checked_add(string_len)?;
        let sound = type_offset == 0
            && type_len > 0
            && string_offset == type_len
            && string_len > 0
            && image.get(..end).is_some_and(|all| all.ends_with(&[0]));
        sound.then_some(at..end)
    })
}
