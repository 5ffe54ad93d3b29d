//! Which modules of a crate use each other in a circle: no file of a circle can be understood alone. A re-export
//! (`pub use`) is no use, but a name that comes through one counts for the module that has the thing. What a folder's
//! `mod.rs` has is there for all modules in the folder: a use of an outer module makes no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// `["btf", "raw"]` for `crate::btf::raw`; none for the root.
type ModulePath = Vec<String>;

/// Refuses every circle between modules of a crate.
pub fn check() -> Result<(), String> {
    let mut circles = Vec::new();
    for root in roots()? {
        let modules = read(&root)?;
        let name = root.parent().and_then(Path::parent).and_then(Path::file_name);
        let name = name.unwrap_or_default().to_string_lossy();
        let graph = uses(&modules);
        for circle in circles_of(&graph) {
            circles.push(format!("{name}: {}", arrows(&graph, &circle).join(", ")));
        }
    }
    if circles.is_empty() {
        return Ok(());
    }
    Err(format!(
        "Modules use each other in a circle; what both need belongs below them:\n  {}",
        circles.join("\n  ")
    ))
}

fn arrows(graph: &Graph, circle: &[ModulePath]) -> Vec<String> {
    let mut arrows = Vec::new();
    for from in circle {
        for (to, used) in graph.get(from).into_iter().flatten() {
            if circle.contains(to) {
                arrows.push(format!("{} → {} ({used})", shown(from), shown(to)));
            }
        }
    }
    arrows
}

fn shown(module: &ModulePath) -> String {
    if module.is_empty() { "lib".to_owned() } else { module.join("::") }
}

/// `src/lib.rs` of each crate.
fn roots() -> Result<Vec<PathBuf>, String> {
    let mut roots = Vec::new();
    for folder in ["crates", "testing"] {
        let entries = fs::read_dir(crate::workspace().join(folder)).map_err(|e| e.to_string())?;
        for entry in entries.flatten() {
            let root = entry.path().join("src/lib.rs");
            if root.exists() {
                roots.push(root);
            }
        }
    }
    roots.sort();
    Ok(roots)
}

/// What one module says of others, as written.
#[derive(Default)]
struct Module {
    children: BTreeSet<String>,
    /// What it hands on under a name, and where that is from.
    exports: BTreeMap<String, Vec<String>>,
    /// What it hands on all of.
    globs: Vec<Vec<String>>,
    /// Every path that it uses.
    paths: BTreeSet<Vec<String>>,
}

type Modules = BTreeMap<ModulePath, Module>;

fn read(root: &Path) -> Result<Modules, String> {
    let mut modules = Modules::new();
    let folder = root.parent().unwrap_or(root);
    read_file(root, folder, Vec::new(), &mut modules)?;
    Ok(modules)
}

fn read_file(
    file: &Path,
    folder: &Path,
    path: ModulePath,
    modules: &mut Modules,
) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    read_items(&parsed.items, folder, path, modules)
}

fn read_items(
    items: &[syn::Item],
    folder: &Path,
    path: ModulePath,
    modules: &mut Modules,
) -> Result<(), String> {
    let mut module = Module::default();
    for item in items {
        match item {
            syn::Item::Mod(inner) if is_for_tests(&inner.attrs) => {}
            syn::Item::Mod(inner) => {
                let name = inner.ident.to_string();
                let below = folder.join(&name);
                let child = [path.as_slice(), std::slice::from_ref(&name)].concat();
                module.children.insert(name.clone());
                match &inner.content {
                    Some((_, items)) => read_items(items, &below, child, modules)?,
                    None => {
                        let beside = folder.join(format!("{name}.rs"));
                        let file = if beside.exists() { beside } else { below.join("mod.rs") };
                        read_file(&file, &below, child, modules)?;
                    }
                }
            }
            syn::Item::Use(used) => {
                let is_export = !matches!(used.vis, syn::Visibility::Inherited);
                add_tree(&used.tree, &mut Vec::new(), is_export, &mut module);
            }
            other => Paths(&mut module.paths).visit_item(other),
        }
    }
    modules.insert(path, module);
    Ok(())
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(attribute.parse_args::<syn::Path>(), Ok(path) if path.is_ident("test"))
    })
}

fn add_tree(tree: &syn::UseTree, before: &mut Vec<String>, is_export: bool, module: &mut Module) {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            add_tree(&path.tree, before, is_export, module);
            before.pop();
        }
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                add_tree(tree, before, is_export, module);
            }
        }
        syn::UseTree::Name(name) => add_name(&name.ident, &name.ident, before, is_export, module),
        syn::UseTree::Rename(name) => {
            add_name(&name.ident, &name.rename, before, is_export, module);
        }
        syn::UseTree::Glob(_) if is_export => module.globs.push(before.clone()),
        syn::UseTree::Glob(_) => {
            module.paths.insert(before.clone());
        }
    }
}

fn add_name(
    ident: &syn::Ident,
    called: &syn::Ident,
    before: &[String],
    is_export: bool,
    module: &mut Module,
) {
    let mut path = before.to_vec();
    if ident != "self" {
        path.push(ident.to_string());
    }
    if is_export {
        module.exports.insert(called.to_string(), path);
    } else {
        module.paths.insert(path);
    }
}

/// The paths of code that name their module in place: `crate::words::hex(…)`.
struct Paths<'a>(&'a mut BTreeSet<Vec<String>>);

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.0.insert(segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, inner: &'ast syn::ItemMod) {
        if !is_for_tests(&inner.attrs) {
            visit::visit_item_mod(self, inner);
        }
    }
}

/// Of each module those that it uses, and what of each.
type Graph = BTreeMap<ModulePath, BTreeMap<ModulePath, String>>;

fn uses(modules: &Modules) -> Graph {
    modules
        .iter()
        .map(|(path, module)| {
            let mut found = BTreeMap::<ModulePath, String>::new();
            for used in &module.paths {
                let Some(home) = home(modules, path, used, 0) else { continue };
                if path.starts_with(&home) {
                    continue;
                }
                let names = found.entry(home).or_default();
                if !names.is_empty() {
                    names.push_str(", ");
                }
                names.push_str(used.last().map_or("", String::as_str));
            }
            (path.clone(), found)
        })
        .collect()
}

/// A re-export of a re-export of … ends somewhere.
const MOST_EXPORTS: usize = 16;

/// The module that has what `used` names when it stands in `from`; none for what is of another crate.
fn home(modules: &Modules, from: &ModulePath, used: &[String], depth: usize) -> Option<ModulePath> {
    let (first, rest) = used.split_first()?;
    let mut at = from.clone();
    let mut rest = rest;
    match first.as_str() {
        "crate" => at.clear(),
        "self" => {}
        "super" => {
            at.pop()?;
            while let Some((next, after)) = rest.split_first()
                && next == "super"
            {
                at.pop()?;
                rest = after;
            }
        }
        name if modules.get(from)?.children.contains(name) => at.push(name.to_owned()),
        _ => return None,
    }
    for (place, name) in rest.iter().enumerate() {
        let module = modules.get(&at)?;
        if module.children.contains(name) {
            at.push(name.clone());
            continue;
        }
        if depth >= MOST_EXPORTS {
            return None;
        }
        if let Some(exported) = module.exports.get(name) {
            let after = rest.get(place + 1..).unwrap_or_default();
            return home(modules, &at, &[exported, after].concat(), depth + 1);
        }
        let through = module.globs.iter().find_map(|glob| {
            let target = home(modules, &at, glob, depth + 1)?;
            let has = modules.get(&target)?;
            let is_there = has.children.contains(name) || has.exports.contains_key(name);
            is_there.then_some(target)
        });
        let Some(target) = through else { return Some(at) };
        at = target;
        if modules.get(&at)?.children.contains(name) {
            at.push(name.clone());
        }
    }
    Some(at)
}

/// Modules that reach each other, each circle once.
fn circles_of(graph: &Graph) -> Vec<Vec<ModulePath>> {
    let reached: BTreeMap<ModulePath, BTreeSet<ModulePath>> =
        graph.keys().map(|module| (module.clone(), reachable(graph, module))).collect();
    let reaches = |from: &ModulePath, to: &ModulePath| {
        reached.get(from).is_some_and(|modules| modules.contains(to))
    };
    let mut circles: Vec<Vec<ModulePath>> = Vec::new();
    for module in graph.keys() {
        if !reaches(module, module) || circles.iter().any(|circle| circle.contains(module)) {
            continue;
        }
        let circle = graph.keys().filter(|other| reaches(module, other) && reaches(other, module));
        circles.push(circle.cloned().collect());
    }
    circles
}

fn reachable(graph: &Graph, from: &ModulePath) -> BTreeSet<ModulePath> {
    let mut seen = BTreeSet::new();
    let mut ahead: Vec<&ModulePath> =
        graph.get(from).map_or_else(Vec::new, |used| used.keys().collect());
    while let Some(module) = ahead.pop() {
        if seen.insert(module.clone()) {
            ahead.extend(graph.get(module).into_iter().flat_map(BTreeMap::keys));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{Modules, circles_of, read_items, shown, uses};
    use std::path::Path;

    /// The circles of a crate that is written as one file.
    fn circles(source: &str) -> Vec<String> {
        let file = syn::parse_file(source).expect("Rust");
        let mut modules = Modules::new();
        read_items(&file.items, Path::new(""), Vec::new(), &mut modules).expect("modules");
        let circles = circles_of(&uses(&modules));
        circles
            .iter()
            .map(|circle| circle.iter().map(shown).collect::<Vec<_>>().join(", "))
            .collect()
    }

    #[test]
    fn two_that_use_each_other() {
        let found =
            circles("mod a { use crate::b::B; struct A; } mod b { use super::a::A; struct B; }");
        assert_eq!(found, ["a, b"]);
    }

    #[test]
    fn through_a_third_and_in_code() {
        let found = circles(
            "mod a { use super::b; } mod b { fn f() { crate::c::g() } } mod c { fn g(_: super::a::A) {} }",
        );
        assert_eq!(found, ["a, b, c"]);
    }

    #[test]
    fn a_name_handed_on_is_of_the_module_that_has_it() {
        let handed_on =
            "pub use inner::Thing; mod inner { pub struct Thing; } mod user { use crate::Thing; }";
        assert!(circles(handed_on).is_empty());
        let circle = "pub use inner::Thing; mod inner { use crate::user; pub struct Thing; } mod user { use crate::Thing; }";
        assert_eq!(circles(circle), ["inner, user"]);
    }

    #[test]
    fn tests_and_other_crates_are_none() {
        let found = circles(
            "mod a { use super::b::B; use std::b; } mod b { struct B; #[cfg(test)] mod tests { use crate::a::A; } }",
        );
        assert!(found.is_empty());
    }

    #[test]
    fn what_the_outer_module_has_is_for_all_within() {
        assert!(circles("mod a { mod b { use super::A; } use b::B; struct A; }").is_empty());
    }
}
