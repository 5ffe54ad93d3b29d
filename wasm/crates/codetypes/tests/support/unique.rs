//! C programs in which a displacement names its field: no two fields of all structs, nor any two places that a
//! nested field can have, share an offset. So what an instruction touches is known from the instruction alone.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A program with its truth.
pub struct Made {
    pub source: String,
    /// By offset: the struct, and the path of the field in it, without indices.
    pub truth: BTreeMap<i64, (String, String)>,
    pub functions: Vec<String>,
}

struct Random(u64);

impl Random {
    /// Knuth's constants; the low bits are poor and are not used.
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

#[derive(Clone)]
enum Field {
    Number(&'static str, i64),
    Pointer(usize),
    Any,
    Nested(usize),
    Numbers(i64),
    Many(usize, i64),
}

struct Made1 {
    fields: Vec<(String, Field, i64)>,
    size: i64,
    /// Where each field ends.
    ends: Vec<i64>,
}

const STRUCTS: usize = 10;
const FUNCTIONS: usize = 36;
/// Below this a displacement may be of a pointer that was moved.
const FIRST_OFFSET: i64 = 1024;

/// Makes the program of a seed.
pub fn make(seed: u64) -> Made {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    let mut truth = BTreeMap::new();
    let mut structs: Vec<Made1> = Vec::new();
    for number in 0..STRUCTS {
        let made = make_struct(number, &structs, &mut truth, &mut random);
        structs.push(made);
    }
    let mut source = String::from("typedef unsigned long size;\n");
    for number in 0..STRUCTS {
        let _ = writeln!(source, "struct s{number};");
    }
    for (number, made) in structs.iter().enumerate() {
        declare(&mut source, number, made);
    }
    for number in 0..STRUCTS {
        let _ = writeln!(source, "struct s{number} *global{number};");
        let _ = writeln!(
            source,
            "__attribute__((noinline)) struct s{number} *get{number}(long n) {{ __asm__ volatile(\"\" : \"+r\"(n)); return (struct s{number} *)n; }}"
        );
        let _ = writeln!(
            source,
            "__attribute__((noinline)) void use{number}(struct s{number} *p) {{ __asm__ volatile(\"\" : : \"r\"(p) : \"memory\"); }}"
        );
        let field = number_of(&structs, number, &mut random);
        let _ = writeln!(
            source,
            "static inline long help{number}(struct s{number} *it, long n) {{ it->{field} = n; return it->{field} + 1; }}"
        );
    }
    let mut functions = Vec::new();
    for number in 0..FUNCTIONS {
        let name = format!("work{number}");
        function(&mut source, &name, &structs, &mut random);
        functions.push(name);
    }
    source.push_str("int main(int count, char **words) { (void)words; long all = 0;\n");
    for name in &functions {
        let _ = writeln!(source, "  all += {name}((void *)words, (void *)words, count);");
    }
    source.push_str("  return all; }\n");
    Made { source, truth, functions }
}

/// Where a field's own places are, from where it begins.
fn places(field: &Field, structs: &[Made1], name: &str) -> Vec<(i64, String)> {
    match field {
        Field::Number(..) | Field::Pointer(_) | Field::Any => vec![(0, name.to_owned())],
        Field::Numbers(count) => (0..*count).map(|at| (at * 8, name.to_owned())).collect(),
        Field::Nested(of) => inner(structs, *of, name),
        Field::Many(of, count) => {
            let size = structs[*of].size;
            let each = inner(structs, *of, name);
            (0..*count)
                .flat_map(|at| {
                    each.iter().map(move |(offset, path)| (at * size + offset, path.clone()))
                })
                .collect()
        }
    }
}

fn inner(structs: &[Made1], of: usize, name: &str) -> Vec<(i64, String)> {
    let fields = structs[of].fields.iter();
    fields
        .flat_map(|(own, field, at)| {
            let path = format!("{name}.{own}");
            places(field, structs, &path).into_iter().map(move |(offset, path)| (at + offset, path))
        })
        .collect()
}

fn bytes(field: &Field, structs: &[Made1]) -> i64 {
    match field {
        Field::Number(_, bytes) => *bytes,
        Field::Pointer(_) | Field::Any => 8,
        Field::Numbers(count) => count * 8,
        Field::Nested(of) => structs[*of].size,
        Field::Many(of, count) => structs[*of].size * count,
    }
}

fn make_struct(
    number: usize,
    structs: &[Made1],
    truth: &mut BTreeMap<i64, (String, String)>,
    random: &mut Random,
) -> Made1 {
    let mut kinds = vec![Field::Pointer(number), Field::Any];
    const NUMBERS: [(&str, i64); 5] =
        [("long", 8), ("int", 4), ("short", 2), ("unsigned char", 1), ("unsigned", 4)];
    for _ in 0..4 {
        let (name, bytes) = NUMBERS[random.below(NUMBERS.len())];
        kinds.push(Field::Number(name, bytes));
    }
    kinds.push(Field::Number("long", 8));
    for _ in 0..3 {
        kinds.push(Field::Pointer(random.below(STRUCTS)));
    }
    kinds.push(Field::Numbers(4));
    // Only small ones are nested: offsets would run out.
    if (3..6).contains(&number) {
        kinds.push(Field::Nested(random.below(3)));
    }
    if number >= 6 {
        kinds.push(Field::Many(random.below(2), 3));
    }
    let mut made = Made1 { fields: Vec::new(), size: 0, ends: Vec::new() };
    let mut at = FIRST_OFFSET + 8 * random.below(16) as i64;
    let mut own: BTreeMap<i64, String> = BTreeMap::new();
    for (order, kind) in kinds.into_iter().enumerate() {
        let name = format!("f{number}_{order}");
        let list = places(&kind, structs, &name);
        while list.iter().any(|(offset, _)| {
            truth.contains_key(&(at + offset)) || own.contains_key(&(at + offset))
        }) {
            at += 8;
        }
        own.extend(list.iter().map(|(offset, path)| (at + offset, path.clone())));
        let size = bytes(&kind, structs);
        made.fields.push((name, kind, at));
        made.ends.push(at + size);
        at += (size + 7) / 8 * 8;
    }
    made.size = at;
    truth.extend(own.into_iter().map(|(at, path)| (at, (format!("s{number}"), path))));
    made
}

fn declare(source: &mut String, number: usize, made: &Made1) {
    let _ = writeln!(source, "struct s{number} {{");
    let mut end = 0;
    for (order, (name, field, at)) in made.fields.iter().enumerate() {
        if *at > end {
            let _ = writeln!(source, "  char pad{order}[{}];", at - end);
        }
        let text = match field {
            Field::Number(kind, _) => format!("{kind} {name}"),
            Field::Pointer(to) => format!("struct s{to} *{name}"),
            Field::Any => format!("void *{name}"),
            Field::Numbers(count) => format!("long {name}[{count}]"),
            Field::Nested(of) => format!("struct s{of} {name}"),
            Field::Many(of, count) => format!("struct s{of} {name}[{count}]"),
        };
        let _ = writeln!(source, "  {text};");
        end = made.ends[order];
    }
    if made.size > end {
        let _ = writeln!(source, "  char last[{}];", made.size - end);
    }
    let _ = writeln!(source, "}} __attribute__((aligned(8)));");
    for (name, _, at) in &made.fields {
        let _ = writeln!(
            source,
            "_Static_assert(__builtin_offsetof(struct s{number}, {name}) == {at}, \"{name}\");"
        );
    }
}

fn number_of(structs: &[Made1], of: usize, random: &mut Random) -> String {
    let fields: Vec<&(String, Field, i64)> = structs[of]
        .fields
        .iter()
        .filter(|(_, field, _)| matches!(field, Field::Number(..)))
        .collect();
    fields[random.below(fields.len())].0.clone()
}

/// A field's path that ends in a number, through what is nested.
fn deep(structs: &[Made1], of: usize, random: &mut Random) -> String {
    let fields = &structs[of].fields;
    let (name, field, _) = &fields[random.below(fields.len())];
    match field {
        Field::Number(..) => name.clone(),
        Field::Nested(inner) => format!("{name}.{}", number_of(structs, *inner, random)),
        Field::Many(inner, count) => {
            let at = random.below(*count as usize);
            format!("{name}[{at}].{}", number_of(structs, *inner, random))
        }
        Field::Numbers(count) => format!("{name}[{}]", random.below(*count as usize)),
        Field::Pointer(_) | Field::Any => number_of(structs, of, random),
    }
}

fn function(source: &mut String, name: &str, structs: &[Made1], random: &mut Random) {
    let (a, b) = (random.below(STRUCTS), random.below(STRUCTS));
    let _ = writeln!(
        source,
        "__attribute__((noinline)) long {name}(struct s{a} *p, struct s{b} *q, long n) {{"
    );
    let _ = writeln!(source, "  long all = 0;");
    let mut known = vec![("p".to_owned(), a), ("q".to_owned(), b)];
    for step in 0..8 + random.below(10) {
        let (v, of) = known[random.below(known.len())].clone();
        let field = deep(structs, of, random);
        let fields = &structs[of].fields;
        let new = format!("v{step}");
        let pointers: Vec<(String, usize)> = fields
            .iter()
            .filter_map(|(name, field, _)| match field {
                Field::Pointer(to) => Some((name.clone(), *to)),
                _ => None,
            })
            .collect();
        let (next, next_of) = pointers[random.below(pointers.len())].clone();
        let nested = fields.iter().find_map(|(name, field, at)| match field {
            Field::Nested(inner) => Some((name.clone(), *inner, *at)),
            _ => None,
        });
        let many = fields.iter().find_map(|(name, field, _)| match field {
            Field::Many(inner, _) => Some((name.clone(), *inner)),
            _ => None,
        });
        let longs = fields.iter().find_map(|(name, field, _)| match field {
            Field::Number("long", _) => Some(name.clone()),
            _ => None,
        });
        let own = fields[0].0.clone();
        let any = fields[1].0.clone();
        let line = match random.below(16) {
            0 | 1 => format!("all += {v}->{field};"),
            2 => format!("{v}->{field} = all;"),
            3 => format!("{v}->{field} += n;"),
            4 | 5 => {
                known.push((new.clone(), next_of));
                format!("struct s{next_of} *{new} = {v}->{next};")
            }
            6 => {
                let array = &fields.iter().find(|each| matches!(each.1, Field::Numbers(_)));
                let name = &array.expect("each has one").0;
                format!("for (long i = 0; i < n; i++) all += {v}->{name}[i] * i;")
            }
            7 => format!("for (struct s{of} *l = {v}; l; l = l->{own}) all += l->{field};"),
            8 => {
                let to = random.below(STRUCTS);
                known.push((new.clone(), to));
                format!("struct s{to} *{new} = get{to}(all);")
            }
            9 => format!("use{of}({v}); all ^= {v}->{field};"),
            10 => {
                let (x, y) = (random.below(STRUCTS), random.below(STRUCTS));
                let (f, g) = (number_of(structs, x, random), number_of(structs, y, random));
                format!(
                    "{{ void *x = {v}->{any}; if (n & {}) {{ struct s{x} *one = x; all += one->{f}; }} else {{ struct s{y} *two = x; all -= two->{g}; }} }}",
                    1 << random.below(6)
                )
            }
            11 => match longs {
                Some(long) => format!(
                    "all += __atomic_fetch_add(&{v}->{long}, n, 5); __atomic_compare_exchange_n(&{v}->{long}, &all, n, 0, 5, 5);"
                ),
                None => format!("all += {v}->{field};"),
            },
            12 => match nested {
                Some((name, inner, _)) => {
                    let field = number_of(structs, inner, random);
                    let back = number_of(structs, of, random);
                    format!(
                        "{{ struct s{inner} *in = &{v}->{name}; use{inner}(in); all += in->{field}; struct s{of} *out = (void *)((char *)in - __builtin_offsetof(struct s{of}, {name})); all += out->{back}; }}"
                    )
                }
                None => format!("{v}->{field} ^= 5;"),
            },
            13 => match many {
                Some((name, inner)) => {
                    let field = number_of(structs, inner, random);
                    format!("for (long i = 0; i < n; i++) all += {v}->{name}[i].{field};")
                }
                None => format!("if (n & 2) {{ {v}->{field} = 1; }}"),
            },
            14 => {
                let same: Vec<String> =
                    known.iter().filter(|each| each.1 == of).map(|each| each.0.clone()).collect();
                let other = same[random.below(same.len())].clone();
                format!(
                    "{{ struct s{of} *w = n & 8 ? {v} : {other}->{own}; all += w->{field}; use{of}(w); w->{field} = 3; }}"
                )
            }
            _ => format!("all += help{of}({v}, n) + global{of}->{field};"),
        };
        let _ = writeln!(source, "  {line}");
    }
    let _ = writeln!(source, "  return all;\n}}");
}
