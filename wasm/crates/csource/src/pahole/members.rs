//! The members of a struct of pahole's output, each with its type.

use facts::{
    Alignment, AlignmentSource, AlignmentValue, ArrayCount, BitField, MemberFact, MemberRole,
    TypeFact, TypeShape,
};

use super::left_out::LEFT_OUT;
use super::page::Stated;
use super::types::{Builder, element_name, inferred, product};

impl Builder<'_> {
    /// Bytes in the place of members that are not in the text.
    pub fn left_out(&mut self, start: u64, bytes: u64) -> MemberFact {
        let of = |name: String, size: u64, shape: TypeShape| TypeFact {
            name,
            size_bytes: Some(size as f64),
            align: inferred(1),
            shape,
            declared: None,
        };
        let element = self.push(of("unsigned char".to_owned(), 1, TypeShape::Other));
        let count = Some(bytes as f64);
        let array = TypeShape::Array { element, count };
        let type_index = self.push(of(format!("unsigned char[{bytes}]"), bytes, array));
        MemberFact {
            name: Some(format!("{LEFT_OUT}{start}")),
            type_index,
            role: MemberRole::Field,
            offset_bits: (start * 8) as f64,
            size_bits: Some((bytes * 8) as f64),
            bit_field: None,
            align: None,
            packed: false,
            declared: None,
        }
    }

    /// A member and the alignment that its type gives it.
    pub fn member(&mut self, each: &Stated, offset: u64) -> (MemberFact, u32) {
        let member = each.member();
        let declarator = each.declarator();
        let of_body = member.record.and_then(|inner| self.page.record(inner).layout.as_ref());
        let align = declarator
            .layout
            .iter()
            .chain(of_body)
            .flat_map(|layout| &layout.aligns)
            .filter_map(|align| match align.value {
                AlignmentValue::Bytes { bytes } => Some(bytes as u64),
                _ => None,
            })
            .find(|bytes| bytes.is_power_of_two() && *bytes <= 1 << 20)
            .map(|bytes| Alignment { bytes: bytes as u32, from: AlignmentSource::Stated });
        let type_index = match member.record {
            Some(inner) => {
                let record = self.page.record(inner);
                let elements = product(&declarator.declared_type.counts);
                let size = each.size_bytes / elements.max(1);
                let tag = record.tag.clone().unwrap_or_default();
                let element = self.aggregate(record, &tag, each.offset_bytes, Some(size));
                self.arrays(element, &declarator.declared_type.counts)
            }
            None => {
                let elements = product(&declarator.declared_type.counts);
                let element = self.element(each, elements);
                self.arrays(element, &declarator.declared_type.counts)
            }
        };
        let own = self.made(type_index).align.bytes;
        let width = declarator.bit_width.as_ref().and_then(|width| width.value);
        let (offset_bits, size_bits, bit_field) = match (each.bit, width) {
            (Some(bit), Some(width)) => (
                offset * 8 + bit,
                width,
                Some(BitField { width_bits: width as u32, unit_bits: each.size_bytes as u32 * 8 }),
            ),
            _ => (offset * 8, each.size_bytes as f64 * 8.0, None),
        };
        let fact = MemberFact {
            name: declarator.name.clone(),
            type_index,
            role: MemberRole::Field,
            offset_bits: offset_bits as f64,
            size_bits: Some(size_bits),
            bit_field,
            align,
            packed: false,
            declared: None,
        };
        (fact, own)
    }

    fn element(&mut self, each: &Stated, elements: u64) -> u32 {
        let declared = &each.declarator().declared_type;
        let name = element_name(&declared.text);
        let flexible = declared.counts.iter().any(|count| count.value.is_none());
        let scalar = self.scalars.get(&scalar_name(&name)).cloned();
        let size = if elements > 0 && !flexible {
            each.size_bytes / elements
        } else {
            scalar.as_ref().map_or(1, |fact| u64::from(fact.size_bytes))
        };
        let pointer = declared.pointer && size == u64::from(self.target.pointer_bytes);
        let (align, shape) = match scalar {
            _ if pointer => (abi(u32::from(self.target.pointer_bytes)), TypeShape::Pointer),
            Some(fact) if u64::from(fact.size_bytes) == size => {
                (abi(fact.align_bytes), TypeShape::Scalar { encoding: fact.encoding })
            }
            _ => {
                let bytes = self.aligns.get(&name).copied().unwrap_or(1);
                (inferred(bytes), TypeShape::Other)
            }
        };
        self.push(TypeFact { name, size_bytes: Some(size as f64), align, shape, declared: None })
    }

    fn arrays(&mut self, element: u32, counts: &[ArrayCount]) -> u32 {
        let mut index = element;
        for count in counts.iter().rev() {
            let inner = self.made(index);
            let fact = TypeFact {
                name: format!("{}[{}]", inner.name, count.text),
                size_bytes: inner.size_bytes.map(|size| size * count.value.unwrap_or(0.0).max(0.0)),
                align: inner.align,
                shape: TypeShape::Array { element: index, count: count.value },
                declared: None,
            };
            index = self.push(fact);
        }
        index
    }
}

/// Qualifiers do not change a scalar.
fn scalar_name(name: &str) -> String {
    let words: Vec<&str> =
        name.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile")).collect();
    words.join(" ")
}

fn abi(bytes: u32) -> Alignment {
    Alignment { bytes, from: AlignmentSource::Abi }
}
