//! How well damaged reports are read: each mutation on each text of the corpus, as a table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use facts::ProfileKind;
use mutations::specimen::{KINDS, word};
use mutations::trial::other_of;
use mutations::{Clean, Mutation, Read, Specimen, Verdict, trial};

const PUBLISHED: &str = "published";

/// What came of a mutation in one column.
#[derive(Debug, Default, Clone, Copy)]
struct Cell {
    same: usize,
    noted: usize,
    lost: usize,
}

impl Cell {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Same => self.same += 1,
            Verdict::Noted(_) => self.noted += 1,
            Verdict::Unread(_) | Verdict::Lost(_) => self.lost += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.same += other.same;
        self.noted += other.noted;
        self.lost += other.lost;
    }

    /// "10 same, 2 noted"; a dash where the mutation changes nothing.
    fn words(self) -> String {
        let parts = [(self.same, "same"), (self.noted, "noted"), (self.lost, "LOST")];
        let words: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        if words.is_empty() { "—".to_owned() } else { words.join(", ") }
    }
}

/// Prints the table, with the reports of a folder too where one is given. `list` prints each text that is not the same.
pub fn print(folder: Option<&str>, list: bool) -> Result<(), String> {
    let mut texts = clean_texts(mutations::specimen::all())?;
    let columns = columns(&texts, folder.is_some());
    if let Some(folder) = folder {
        texts.extend(published(Path::new(folder))?);
    }
    let mutations = mutations::all();
    let table = judge(&mutations, &texts, list);
    println!("{}", markdown(&mutations, &columns, &table));
    let mut all = Cell::default();
    table.values().for_each(|cell| all.add(*cell));
    println!("{} texts, {} mutations: {}", texts.len(), mutations.len(), all.words());
    Ok(())
}

/// By number of the mutation and column.
type Table = BTreeMap<(usize, String), Cell>;

fn judge(mutations: &[Mutation], texts: &[Clean], list: bool) -> Table {
    let mut table = Table::new();
    for (row, mutation) in mutations.iter().enumerate() {
        for (at, text) in texts.iter().enumerate() {
            let Some(verdict) = trial(text, other_of(texts, at), mutation, &read_all) else {
                continue;
            };
            if list && verdict != Verdict::Same {
                println!("{} | {} | {verdict:?}", mutation.name, text.specimen.name);
            }
            table.entry((row, column(&text.specimen))).or_default().count(&verdict);
        }
    }
    table
}

fn read_all(bytes: &[u8]) -> Result<Vec<Read>, String> {
    let all = perf::read_all(bytes, perf::Options::default()).map_err(|error| error.to_string())?;
    Ok(all.into_iter().map(|named| Read { name: named.name, profile: named.profile }).collect())
}

fn clean_texts(specimens: Vec<Specimen>) -> Result<Vec<Clean>, String> {
    let clean = |specimen: Specimen| {
        let profile = perf::read(&specimen.text, perf::Options::default())
            .map_err(|error| format!("{}: {error}", specimen.name))?;
        Ok(Clean { specimen, profile })
    };
    specimens.into_iter().map(clean).collect()
}

/// The texts of a folder that are reports; what is read of them when nothing happened to them is taken for right.
fn published(folder: &Path) -> Result<Vec<Clean>, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(problem)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(problem)?;
    paths.retain(|path| path.is_file());
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read(&path).map_err(problem)?;
        let Ok(profile) = perf::read(&text, perf::Options::default()) else {
            println!("{name} is not read as it is, and left out");
            continue;
        };
        if profile.kind == ProfileKind::PerfData {
            continue;
        }
        let story = name.clone();
        let version = PUBLISHED.to_owned();
        texts.push(Clean {
            specimen: Specimen { name, story, kind: profile.kind, version, text },
            profile,
        });
    }
    Ok(texts)
}

/// c2c reports differ with each version, other texts less.
fn column(specimen: &Specimen) -> String {
    match specimen.kind {
        _ if specimen.version == PUBLISHED => PUBLISHED.to_owned(),
        ProfileKind::C2cReport => specimen.column(),
        kind => word(kind).to_owned(),
    }
}

/// In the order of kinds, and of versions within.
fn columns(texts: &[Clean], published: bool) -> Vec<String> {
    let number = |version: &str| -> Vec<u32> {
        version.split('.').filter_map(|part| part.parse().ok()).collect()
    };
    let mut keys: Vec<_> = texts
        .iter()
        .map(|text| &text.specimen)
        .map(|s| (KINDS.iter().position(|kind| *kind == s.kind), number(&s.version), column(s)))
        .collect();
    keys.sort();
    let mut names: Vec<String> = keys.into_iter().map(|(_, _, name)| name).collect();
    names.dedup();
    names.extend(published.then(|| PUBLISHED.to_owned()));
    names
}

/// A table for each group of mutations would repeat the head; so a group is a row of its own.
fn markdown(mutations: &[Mutation], columns: &[String], table: &Table) -> String {
    let cell = |row: usize, column: &String| {
        table.get(&(row, column.clone())).copied().unwrap_or_default()
    };
    let mut rows = vec![[vec!["mutation".to_owned()], columns.to_vec()].concat()];
    let mut all = vec![Cell::default(); columns.len()];
    let mut group = None;
    let mut body = Vec::new();
    for (at, mutation) in mutations.iter().enumerate() {
        if group.replace(mutation.group) != Some(mutation.group) {
            let title = format!("**{}**", mutation.group.title());
            body.push([vec![title], vec![String::new(); columns.len()]].concat());
        }
        let cells: Vec<Cell> = columns.iter().map(|column| cell(at, column)).collect();
        all.iter_mut().zip(&cells).for_each(|(all, cell)| all.add(*cell));
        let words = cells.into_iter().map(Cell::words).collect();
        body.push([vec![escaped(&mutation.name)], words].concat());
    }
    rows.push([vec!["all".to_owned()], all.into_iter().map(Cell::words).collect()].concat());
    rows.extend(body);
    aligned(&rows)
}

fn escaped(text: &str) -> String {
    let text = text.replace('|', "\\|");
    // Outside of code these would be emphasis or a tag.
    if text.contains('`') { text } else { text.replace('*', "\\*").replace('<', "\\<") }
}

/// As prettier writes tables.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        for (text, width) in row.iter().zip(&widths) {
            let _ = write!(out, "| {text:width$} ");
        }
        out.push_str("|\n");
        if at == 0 {
            for width in &widths {
                let _ = write!(out, "| {} ", "-".repeat(*width));
            }
            out.push_str("|\n");
        }
    }
    out
}
