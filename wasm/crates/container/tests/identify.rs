//! What each kind of file is taken for, and what is said of those that cannot be used.
//!
//! `tests/data` holds one small BTF file under every compression, made by gzip, xz (with the x86
//! filter, as kernels have it), zstd (with a window of 128 MB, likewise), bzip2, lz4 -l, lz4, lzop and
//! lzma, and one object file with its debug sections plain and compressed in three ways.

// A test that fails panics.
#![allow(clippy::panic)]

use std::io::Read;
use std::path::PathBuf;
use std::rc::Rc;

use container::{MemorySource, Opened, identify};
use facts::{FileKind, Target};

fn data(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read(path).expect("the test data")
}

fn open(bytes: Vec<u8>) -> Opened {
    identify(Rc::new(MemorySource::new(bytes))).expect("a file that can be used")
}

/// The sentence of a file that cannot be used.
fn refusal(bytes: impl Into<Vec<u8>>) -> String {
    match identify(Rc::new(MemorySource::new(bytes.into()))) {
        Ok(opened) => panic!("it was opened: {opened:?}"),
        Err(error) => error.to_string(),
    }
}

/// Opens to the same BTF as the plain file, and says how.
fn check_btf(bytes: Vec<u8>, note: &str) {
    let opened = open(bytes);
    assert_eq!(opened.kind(), FileKind::Btf);
    assert_eq!(opened.read_section(0).expect("the section"), data("small.btf"));
    let notes: Vec<String> =
        opened.facts().diagnostics.into_iter().map(|diagnostic| diagnostic.text).collect();
    assert_eq!(notes.join("; "), note);
}

#[test]
fn raw_btf_is_one_section() {
    check_btf(data("small.btf"), "");
}

#[test]
fn compressed_files_are_unpacked() {
    for name in
        "gzip gz/xz xz/zstd zst/bzip2 bz2/lz4 lz4/lz4 frame.lz4/lzma lzma/lzo lzo".split('/')
    {
        let (format, extension) = name.split_once(' ').expect("two words");
        let packed = data(&format!("small.btf.{extension}"));
        let note = format!("Decompressed {format}: {} to 968 bytes.", packed.len());
        check_btf(packed, &note);
    }
}

/// A boot image as `Documentation/arch/x86/boot.rst` describes it, with one setup sector.
fn bz_image(payload: &[u8]) -> Vec<u8> {
    let mut image = vec![0; 1024];
    image[..2].copy_from_slice(b"MZ");
    image[0x1f1] = 1;
    image[0x202..0x206].copy_from_slice(b"HdrS");
    image[0x248..0x24c].copy_from_slice(&16u32.to_le_bytes());
    image[0x24c..0x250].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    image.extend([0x90; 16]);
    image.extend(payload);
    image.extend([0x90; 100]);
    image
}

#[test]
fn the_kernel_in_a_boot_image_is_found() {
    for (format, extension) in
        [("gzip", "gz"), ("xz", "xz"), ("zstd", "zst"), ("lz4", "lz4"), ("lzo", "lzo")]
    {
        let mut payload = data(&format!("small.btf.{extension}"));
        // The build appends the unpacked size.
        payload.extend(968u32.to_le_bytes());
        let note = format!("Decompressed bzImage ({format}): {} to 968 bytes.", payload.len());
        check_btf(bz_image(&payload), &note);
    }
    assert!(refusal(bz_image(b"\x89LZO\0\r\n\x1a\n.......")).contains("ends early"));
    assert!(refusal(bz_image(b"no such format....")).contains("in a way that is not known"));
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut encoder = flate2::read::GzEncoder::new(bytes, flate2::Compression::fast());
    encoder.read_to_end(&mut packed).expect("gzip");
    packed
}

/// A header as tar writes it, as far as its magic.
fn tar_head() -> Vec<u8> {
    let mut head = vec![0; 512];
    head[..8].copy_from_slice(b"MANIFEST");
    head[257..263].copy_from_slice(b"ustar\0");
    head
}

#[test]
fn a_tar_archive_is_told_by_its_magic() {
    assert!(container::is_tar(&tar_head()));
    assert!(!container::is_tar(&tar_head()[..260]));
    assert!(!container::is_tar(b"ustar"));
}

#[test]
fn what_comes_before_a_cut_is_unpacked() {
    let bytes: Vec<u8> = (0..100_000u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
    let packed = gzip(&bytes);
    let cut = MemorySource::new(packed[..packed.len() / 2].to_vec());
    assert!(container::unpack_file(&cut).is_err());
    let half = container::unpack_up_to_damage(&cut).expect("what was before the cut");
    assert!(half.len() > 1000 && bytes.starts_with(&half));
    let whole = container::unpack_up_to_damage(&MemorySource::new(packed)).expect("all of it");
    assert_eq!(whole, bytes);
    assert!(container::unpack_up_to_damage(&MemorySource::new(b"no gzip".to_vec())).is_err());
}

/// A memory image of arm64 or RISC-V: `magic` stands where both have theirs.
fn memory_image(magic: &[u8; 4]) -> Vec<u8> {
    let mut image = vec![0; 0x1000];
    image[0x38..0x3c].copy_from_slice(magic);
    // A magic number that begins nothing.
    image.extend([0x9f, 0xeb, 1, 0, 24, 0, 0, 0, 1, 1]);
    image.extend([0; 54]);
    image.extend(data("small.btf"));
    image.extend([7; 300]);
    image
}

#[test]
fn btf_is_found_in_a_memory_image() {
    check_btf(memory_image(b"ARM\x64"), "BTF found at 0x1040 of the arm64 Image.");
    check_btf(memory_image(b"RSC\x05"), "BTF found at 0x1040 of the RISC-V Image.");
    let image = memory_image(b"ARM\x64");
    let packed = gzip(&image);
    let unpacked = format!("Decompressed gzip: {} to {} bytes.", packed.len(), image.len());
    check_btf(packed, &format!("BTF found at 0x1040 of the arm64 Image.; {unpacked}"));
}

/// As drivers/firmware/efi/libstub/zboot-header.S begins: offset and size of what is packed.
#[test]
fn the_kernel_in_an_efi_zboot_image_is_found() {
    let inner = memory_image(b"ARM\x64");
    let payload = gzip(&inner);
    let mut image = vec![0; 512];
    image[..8].copy_from_slice(b"MZ\0\0zimg");
    image[8..12].copy_from_slice(&512u32.to_le_bytes());
    image[12..16].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    image.extend(&payload);
    let unpacked =
        format!("Decompressed EFI zboot image (gzip): {} to {} bytes.", payload.len(), inner.len());
    check_btf(image, &format!("BTF found at 0x1040 of the arm64 Image.; {unpacked}"));
}

#[test]
fn an_archive_gives_its_first_object_with_debug_information() {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in [("read.me/", b"text!".to_vec()), ("a.o/", data("mini_dw.o"))] {
        archive.extend(format!("{name:<48}{:<10}`\n", bytes.len()).bytes());
        archive.extend(&bytes);
        archive.resize(archive.len() + bytes.len() % 2, b'\n');
    }
    let opened = open(archive.clone());
    assert_eq!(opened.kind(), FileKind::ElfObject);
    assert!(opened.facts().diagnostics[0].text.contains("`a.o` alone"));
    archive.truncate(80);
    assert!(refusal(archive).contains("members of this archive"));
}

#[test]
fn compressed_sections_hold_what_plain_ones_hold() {
    let plain = open(data("mini_dw.o"));
    for name in ["mini_z.o", "mini_zg.o", "mini_zstd.o"] {
        let packed = open(data(name));
        for section in [".debug_abbrev", ".debug_str", ".debug_info"] {
            let read = |opened: &Opened| {
                let index = opened.find(section).expect(section);
                opened.read_section(index).expect(section)
            };
            assert_eq!(read(&plain), read(&packed), "{section} of {name}");
        }
    }
}

#[test]
fn a_section_is_read_by_range() {
    for name in ["mini_dw.o", "mini_zstd.o"] {
        let opened = open(data(name));
        let index = opened.find(".debug_str").expect("strings");
        let whole = opened.read_section(index).expect("strings");
        let mut part = [0; 9];
        opened.read_range(index, 5, &mut part).expect("a part");
        assert_eq!(part, whole[5..14]);
        let error = opened.read_range(index, whole.len() as u64 - 3, &mut part);
        assert!(error.expect_err("too far").to_string().contains("lie outside its"));
    }
}

#[test]
fn each_file_that_cannot_be_used_has_its_sentence() {
    let check = |bytes: &[u8], words: &str| {
        let sentence = refusal(bytes);
        assert!(sentence.contains(words), "{sentence}");
    };
    check(b"", "is empty (0 bytes)");
    check(b"int main(void) { return 0; }\n", "This is a text file");
    check("struct größe {".as_bytes(), "This is a text file");
    check(&[0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1], "Mach-O");
    check(b"MZ\x90\0\x03\0\0\0\x04\0", "This is a PE file");
    let mut zimage = vec![0; 64];
    zimage[..2].copy_from_slice(b"MZ");
    zimage[0x24..0x28].copy_from_slice(&[0x18, 0x28, 0x6f, 0x01]);
    check(&zimage, "extract-vmlinux");
    check(b"Microsoft C/C++ MSF 7.00\r\n", "PDB");
    check(b"PERFILE2\x68\0\0\0", "perf.data");
    check(b"PK\x03\x04\x14\0", "`unzip FILE`");
    check(&[1, 2, 3, 0xff, 0xfe], "it begins with 01 02 03 ff fe");
    check(b"\x7fELF\x02\x01\x01", "The ELF file is cut off");
    check(b"\x7fELF\x07\x01\x01\0\0\0\0\0\0\0\0\0\0\0", "class 7");
    check(&data("small.btf.gz")[..300], "The gzip data cannot be unpacked");
    check(&data("small.btf.xz")[..300], "The xz data cannot be unpacked");
    check(&data("small.btf.zst")[..300], "The zstd data cannot be unpacked");
}

#[test]
fn elf_files_say_what_they_lack() {
    let object = data("mini_dw.o");
    let sentence = refusal(&object[..object.len() / 2]);
    assert!(sentence.contains("the section table should lie at"), "{sentence}");
    let mut core = object.clone();
    core[16] = 4;
    assert!(refusal(core).contains("core dump"));
    let mut stripped = object.clone();
    let name = b".debug_info\0";
    let at = stripped.windows(name.len()).position(|window| window == name).expect("its name");
    stripped[at + 1] = b'D';
    assert!(
        refusal(stripped.clone())
            .contains("This x86-64 file has no debug information. Build with -g")
    );
    // A machine without a name is told by its number (EM_CRIS).
    let mut odd = object;
    odd[18] = 76;
    stripped[18] = 76;
    assert!(refusal(stripped).contains("This unknown-64le-76 file has no debug information"));
    assert_eq!(open(odd).target(), &Target::unknown(true, false, Some(76)));
}

#[test]
fn a_bomb_is_refused_before_it_unpacks() {
    // The headers of zlib sections claim 1 TB, and 200 MB each: two of them are too much together.
    let whole = open(data("mini_z.o"));
    let claiming = |claims: &[(&str, u64)]| {
        let mut object = data("mini_z.o");
        for (name, bytes) in claims {
            let header = whole.sections()[whole.find(name).expect("types")].offset as usize - 24;
            object[header + 8..header + 16].copy_from_slice(&bytes.to_le_bytes());
        }
        open(object)
    };
    let read = |opened: &Opened, name| {
        opened.read_section(opened.find(name).expect("types")).expect_err("a bomb").to_string()
    };
    let error = read(&claiming(&[(".debug_info", 1 << 40)]), ".debug_info");
    assert!(error.contains("unpack to 1099511627776, more in all"), "{error}");
    let both = claiming(&[(".debug_info", 200 << 20), (".debug_abbrev", 200 << 20)]);
    for _ in 0..3 {
        let error = read(&both, ".debug_info");
        assert!(error.contains("they end after"), "{error}");
    }
    let error = read(&both, ".debug_abbrev");
    assert!(error.contains("unpack to 209715200, more in all"), "{error}");
    // 300 MB of zeros in gzip, and 100 MB in each of three layers.
    let zeros = gzip(&vec![0; 1 << 20]);
    let error = refusal(zeros.repeat(300));
    assert!(error.contains("unpack to more than 256 MB"), "{error}");
    let mut layers = gzip(b"no types");
    for _ in 0..3 {
        // What follows the first members of a stream is packed with them.
        layers = gzip(&[layers, vec![0; 100 << 20]].concat());
    }
    let error = refusal(layers);
    assert!(error.contains("unpack to more than 55 MB"), "{error}");
    // Streams of bzip2 without anything in them, each of which takes the memory of a block.
    let empty = b"BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0";
    assert_eq!(refusal(empty.repeat(20)), "The file is empty (0 bytes).");
    let error = refusal(empty.repeat(1000));
    assert!(error.contains("more streams than a kernel or a report"), "{error}");
    // Layers without end.
    let mut bytes = data("small.btf");
    for _ in 0..5 {
        bytes = gzip(&bytes);
    }
    assert!(refusal(bytes).contains("more than 4 layers"));
}
