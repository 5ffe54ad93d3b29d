//! What machine raw BTF is from: it states none.

use facts::{Diagnostic, Machine, Target};

use super::raw::{Kind, Type, Types};
use crate::messages;

/// Sets the size of a pointer by the type `long` (as libbpf does) and, for a kernel, the machine by
/// the registers in its `struct pt_regs`. A target that states its machine is left alone.
pub fn refine(types: &Types, target: &mut Target) -> Option<Diagnostic> {
    let Machine::Unknown(unknown) = target.machine else { return None };
    let mut pt_regs = None;
    for id in 1..types.end_id() {
        let is_base = id < types.first_id();
        if !is_base && !matches!(types.own_kind(id), Some(Kind::Int | Kind::Struct)) {
            continue;
        }
        let Some(found) = types.get(id) else { continue };
        match found.kind {
            Kind::Int if is_long(types.string(found.name_offset)) => {
                if let 4 | 8 = found.size_or_type {
                    target.pointer_bytes = found.size_or_type as u8;
                }
            }
            Kind::Struct if types.string(found.name_offset) == b"pt_regs" => pt_regs = Some(found),
            _ => {}
        }
    }
    let is_64bit = target.pointer_bytes == 8;
    *target = Target::unknown(is_64bit, target.big_endian, unknown.number);
    let mut registers = Vec::new();
    member_names(types, &pt_regs?, 0, &mut registers);
    let machine = machine_of(&registers, is_64bit, target.big_endian)?;
    *target = Target::new(machine, target.pointer_bytes, target.big_endian);
    Some(messages::machine_guessed(machine).at("struct pt_regs", 1))
}

fn is_long(name: &[u8]) -> bool {
    matches!(name, b"long int" | b"long" | b"unsigned long" | b"long unsigned int")
}

/// More members than any machine has registers.
const MAX_REGISTERS: usize = 1000;

/// Names of the members, those of anonymous members too; the empty names of these as well, by which a damaged
/// struct that holds itself many times comes to an end.
fn member_names<'a>(types: &'a Types, found: &Type<'a>, depth: u32, names: &mut Vec<&'a [u8]>) {
    for member in found.members() {
        if names.len() >= MAX_REGISTERS {
            return;
        }
        let name = types.string(member.name_offset);
        names.push(name);
        if name.is_empty()
            && depth < 3
            && let Some(inner) = types.get(member.type_id)
            && matches!(inner.kind, Kind::Struct | Kind::Union)
        {
            member_names(types, &inner, depth + 1, names);
        }
    }
}

/// The registers are those of `arch/*/include/asm/ptrace.h`.
fn machine_of(registers: &[&[u8]], class64: bool, big_endian: bool) -> Option<Machine> {
    let has = |name: &str| registers.contains(&name.as_bytes());
    Some(match () {
        () if has("orig_ax") && class64 => Machine::X86_64,
        () if has("orig_ax") => Machine::I386,
        () if has("orig_x0") => Machine::Aarch64,
        () if has("uregs") && !class64 => Machine::Arm,
        () if has("csr_era") => Machine::LoongArch64,
        () if has("epc") && has("orig_a0") && class64 => Machine::Riscv64,
        () if has("epc") && has("orig_a0") => Machine::Riscv32,
        () if has("gpr") && has("nip") && class64 && big_endian => Machine::Ppc64,
        () if has("gpr") && has("nip") && class64 => Machine::Ppc64Le,
        () if has("gprs") && has("psw") && class64 => Machine::S390x,
        () => return None,
    })
}
