//! What C++ and Rust have that C has not: base classes, `this`, references, enums with data. The judge is the source:
//! each function touches one field, whose offset `offsetof` or `offset_of!` gave.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use codetypes::Program;
use facts::TouchedObject;

const CPP: &str = r#"
#define KEPT __attribute__((noinline, used))
namespace shop {
struct Named { long id; virtual long rank() const; virtual ~Named(); };
struct Counted { long count = 0; long seen = 0; };
struct Item : Named, Counted {
  long price = 0;
  struct Part { long width; long height; } part;
  long rank() const override;
  KEPT void add(long by);
};
template <typename T> struct Box { T* held; long uses; };
struct Key { long* held; long* operator->() { return held; } };
template <typename T> struct Holder { T* held; T* operator->() { return held; } };
}
long shop::Named::rank() const { return id; }
shop::Named::~Named() {}
long shop::Item::rank() const { return price; }
void shop::Item::add(long by) { price += by; }
extern "C" {
KEPT long through_reference(const shop::Item& it) { return it.part.height; }
KEPT long of_base(shop::Item* it) { return it->id; }
KEPT void of_second_base(shop::Item* it) { it->seen += 1; }
KEPT void as_second_base(shop::Counted& it) { it.count += 1; }
KEPT long of_template(shop::Box<shop::Item>* box) { return box->held->price; }
KEPT long by_accessor(shop::Holder<shop::Item>* held) { return (*held)->price; }
KEPT long by_rvalue(shop::Item&& it) { return it.price; }
}
int main() { return 0; }
"#;

const RUST: &str = r#"
#![allow(dead_code)]
pub struct Point { pub x: u64, pub y: u64 }
#[repr(C)]
pub struct Holder { pub first: u64, pub inner: Point, pub last: u64 }
pub enum Shape { Circle { radius: u64 }, Line(Point), None }
#[unsafe(no_mangle)] #[inline(never)]
pub fn of_field(it: &Holder) -> u64 { it.inner.y }
#[unsafe(no_mangle)] #[inline(never)]
pub fn written(it: &mut Holder) { it.last += 1; }
#[unsafe(no_mangle)] #[inline(never)]
pub fn boxed(it: &Box<Holder>) -> u64 { it.last }
#[unsafe(no_mangle)] #[inline(never)]
pub fn of_variant(it: &Shape) -> u64 { match it { Shape::Circle { radius } => *radius, Shape::Line(p) => p.y, Shape::None => 7 } }
fn main() {
    let mut held = Holder { first: 1, inner: Point { x: 2, y: 3 }, last: 4 };
    written(&mut held);
    let shapes = [Shape::Circle { radius: 1 }, Shape::Line(Point { x: 1, y: 2 }), Shape::None];
    let sum: u64 = shapes.iter().map(of_variant).sum();
    std::process::exit((of_field(&held) + boxed(&Box::new(held)) + sum) as i32 & 1);
}
"#;

/// Builds a program in a folder of its own; `None` where the compiler is not here.
fn build(name: &str, source: &str, compiler: &str, arguments: &[&str]) -> Option<Program> {
    let folder = std::env::temp_dir().join(format!("hitmap-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let extension = if compiler == "rustc" { "rs" } else { "cc" };
    let (text, path) = (folder.join(format!("{name}.{extension}")), folder.join(name));
    fs::write(&text, source).expect("a file");
    let built = Command::new(compiler).args(arguments).arg("-o").arg(&path).arg(&text).status();
    let program = built.ok().map(|status| {
        assert!(status.success(), "{compiler} {arguments:?}");
        support::program(Path::new(&path)).expect("a program")
    });
    fs::remove_dir_all(&folder).expect("it can be removed");
    program
}

/// The objects that a function touches, the likeliest of each access.
fn touched(program: &Program, function: &str) -> Vec<TouchedObject> {
    let answer = program.what(function);
    let objects = answer.accesses.iter().map(|access| access.objects.first().cloned());
    let found: Vec<TouchedObject> = objects.flatten().collect();
    assert!(!found.is_empty(), "{function}: {answer:?}");
    found
}

fn names(objects: &[TouchedObject]) -> Vec<(String, u64, String)> {
    let named = objects.iter().filter(|object| object.is_aggregate);
    named.map(|each| (each.name.clone(), each.offset_bytes as u64, each.path.clone())).collect()
}

fn check_cpp(program: &Program) {
    let check = |function: &str, name: &str, offset: u64, path: &str| {
        let found = names(&touched(program, function));
        let wanted = (name.to_owned(), offset, path.to_owned());
        assert!(found.contains(&wanted), "{function}: {found:?}");
        let wrong = found
            .iter()
            .filter(|each| **each != wanted && each.1 != 0 && !each.0.starts_with("shop::Box"));
        assert_eq!(wrong.count(), 0, "{function}: {found:?}");
    };
    // The table of virtual functions, `id`; `count`, `seen`; then the item's own.
    check("through_reference", "shop::Item", 48, "part.height");
    check("of_base", "shop::Item", 8, "id");
    check("of_second_base", "shop::Item", 24, "seen");
    check("_ZN4shop4Item3addEl", "shop::Item", 32, "price");
    // Without optimization it is a call, to one of many functions of that name.
    check("by_accessor", "shop::Item", 32, "price");
    check("by_rvalue", "shop::Item", 32, "price");
    check("of_template", "shop::Item", 32, "price");
    let alone = names(&touched(program, "as_second_base"));
    assert!(
        alone.iter().all(|(name, offset, path)| {
            (&**name, *offset, &**path) == ("shop::Counted", 0, "count")
        }),
        "{alone:?}"
    );
}

#[test]
fn base_classes_this_and_references_of_cpp_are_named() {
    let mut were_any = false;
    for (compiler, level) in
        [("g++", "-O0"), ("g++", "-O2"), ("clang++", "-O0"), ("clang++", "-O2")]
    {
        let name = format!("shop-{compiler}{level}");
        let Some(program) = build(&name, CPP, compiler, &["-g", level]) else { continue };
        were_any = true;
        check_cpp(&program);
    }
    if !were_any {
        judges::skip!("neither g++ nor clang++ is here");
    }
}

#[test]
fn references_boxes_and_enums_with_data_of_rust_are_named() {
    let mut were_any = false;
    for level in ["0", "2"] {
        let level_flag = format!("opt-level={level}");
        let arguments = ["--edition=2024", "-g", "-C", &level_flag];
        let Some(program) = build(&format!("shapes-{level}"), RUST, "rustc", &arguments) else {
            continue;
        };
        were_any = true;
        for (function, name, offset, path) in [
            ("of_field", "Holder", 16, "inner.y"),
            ("written", "Holder", 24, "last"),
            ("boxed", "Holder", 24, "last"),
        ] {
            let found = names(&touched(&program, function));
            let wanted = (format!("shapes_{level}::{name}"), offset, path.to_owned());
            assert!(found.contains(&wanted), "{function} {level}: {found:?}");
        }
        let shape = format!("shapes_{level}::Shape");
        let found = touched(&program, "of_variant");
        // The machine code does not say of which alternative it is, and so it is told.
        let open = found.iter().filter(|object| {
            object.name == shape
                && object.reasons.iter().any(|reason| reason.contains("alternatives"))
        });
        assert!(open.count() > 0 || level == "0", "{level}: {found:?}");
        let aggregates = found.iter().filter(|object| object.is_aggregate && object.name == shape);
        assert!(aggregates.count() > 0, "{level}: {found:?}");
    }
    if !were_any {
        judges::skip!("rustc is not here");
    }
}
