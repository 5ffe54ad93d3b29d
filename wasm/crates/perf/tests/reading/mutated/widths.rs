//! Combinations that were lost, at widths that no list has: where a break or an edge falls decides what of a row it hides.

use corpus::random::Random;
use mutations::random::together;
use mutations::{Mutation, damage};

use super::tried::none_is_lost;

/// Reports that are tried.
const CASES: u32 = 120;
/// Of them, those that are not read, as is said, or of which a doubt is said: each combination is one that deceives.
const MOST_FAILED_PERCENT: usize = 8;

/// Each in any order; `*` is a width.
const COMBINATIONS: [&[&str]; 29] = [
    &["broken in words at *"],
    &["cut at *"],
    &["cut at *, ..."],
    &["wrapped at *"],
    &["wrapped at *, then quoted `> `"],
    &["rows of a Markdown table", "` %` for `%`", "wrapped at *"],
    &["rows of a Markdown table", "a blank for `%`", "wrapped at *"],
    &["rows of a Markdown table", "` %` for `%`", "broken in words at *"],
    &["all words of a Markdown table", "` %` for `%`", "wrapped at *"],
    &["rows as a spreadsheet writes them", "`pct` for `%`", "wrapped at *"],
    &["rows as a spreadsheet writes them", "no `%`", "broken in words at *"],
    &["`> > `", "broken in words at *", "`...` between rows"],
    &["`> > `", "broken in words at *", "`[snip]` between rows"],
    &["several posts of a chat", "hyperlinks", "broken in words at *"],
    &["several posts, each with its time", "hyperlinks that end in BEL", "broken in words at *"],
    &["several posts, name and time apart", "hyperlinks", "broken in words at *"],
    &["`%25` for `%`", "broken in words at *"],
    &["`\\%` for `%`", "broken in words at *"],
    &["cut at *", "UTF-16 LE"],
    &["cut at *", "UTF-16 BE with mark"],
    &["cut at *", "no-break blanks"],
    &["cut at *", "base64 in a mail"],
    &["the first 25 %", "in a code fence", "UTF-16 LE with mark"],
    &["the first 25 %", "in a code fence with a language", "UTF-16 BE"],
    &["the first 50 %", "in a mail, without a patch", "wrapped at *"],
    &["the first 25 %", "in a mail, with its patch", "broken in words at *"],
    &["`^M` at ends", "strings of YAML"],
    &["`^M` at ends", "`echo '…'`"],
    &["cut at *", "four blanks", "CR alone"],
];

fn named(name: &str, random: &mut Random) -> Mutation {
    let mut within = |from, to| random.within(from, to) as usize;
    match name {
        "wrapped at *" => damage::wrap::at(within(60, 150)),
        "wrapped at *, then quoted `> `" => damage::wrap::quoted(within(60, 150)),
        "broken in words at *" => damage::wrap::hard(within(60, 200)),
        "cut at *" => damage::edge::cut(within(78, 230), ""),
        "cut at *, ..." => damage::edge::cut(within(78, 230), "..."),
        _ => {
            let known = mutations::all().into_iter().find(|mutation| mutation.name == name);
            known.unwrap_or_else(|| unreachable!("no mutation is {name}"))
        }
    }
}

#[test]
fn combinations_at_any_width() {
    none_is_lost(CASES, MOST_FAILED_PERCENT, |seed, specimen| {
        let mut random = Random::new(seed);
        let names = *random.pick(&COMBINATIONS);
        let mut list: Vec<Mutation> = names.iter().map(|name| named(name, &mut random)).collect();
        list.sort_by_key(|mutation| mutation.group.stage());
        list.iter().all(|mutation| mutation.suits(specimen.kind)).then(|| together(list))
    });
}
