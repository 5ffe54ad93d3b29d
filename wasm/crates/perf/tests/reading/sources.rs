//! Each way of reading, and each step that cleans lines, says in the README of its crate who writes a text so.

use std::path::Path;

/// Modules of a crate, by name.
fn modules(crate_folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(crate_folder.join("src"));
    let entries = entries.unwrap_or_else(|error| unreachable!("{error}"));
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let modules = names.map(|name| name.trim_end_matches(".rs").to_owned());
    modules.filter(|name| name != "lib").collect()
}

#[test]
fn every_module_names_the_source_of_what_it_reads() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, least) in [("perf", 20), ("mailtext", 8)] {
        let folder = crates.join(name);
        let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        let all = modules(&folder);
        assert!(all.len() >= least, "{all:?}");
        let cells =
            |line: &str| line.split('|').map(str::trim).map(str::to_owned).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> =
            readme.lines().filter(|line| line.starts_with("| `")).map(cells).collect();
        let rest = readme.split("The rest is what these are made of:").nth(1).unwrap_or_default();
        let quoted = |text: &str, module: &str| {
            text.contains(&format!("`{module}`")) || text.contains(&format!("`{module}/`"))
        };
        for module in all {
            let row =
                rows.iter().find(|row| row.get(1).is_some_and(|first| quoted(first, &module)));
            let source = row.and_then(|row| row.get(2)).map_or("", String::as_str);
            assert!(
                source.len() > 20 || quoted(rest, &module),
                "{name}/README.md does not say who writes what `{module}` reads"
            );
        }
    }
}
