//! A posted text as the mails that it is: who sent which patch, which of several is meant, and what is written around
//! them. Archives show a mail in their own ways: with its head, with its subject as a title (lkml.iu.edu), as a page
//! with comments (patchwork).

use facts::{OtherWhy, PostedLayout, PostedMail, PostedPatch, ProseLine};
use mailtext::MailLine;

use super::frame::{CutHunk, Frame, file_of, unquoted};
use crate::read_pahole;

/// One mail of a text.
#[derive(Debug, Default)]
pub struct Mail {
    /// Its first line in the text, from 0.
    at: usize,
    /// Its continuation lines joined, its encoded words left as they are.
    pub subject: Option<String>,
    pub author: Option<String>,
    pub date: Option<String>,
    /// Whether no two mails have the same number of its series: then it is one, whoever wrote its patches.
    is_in_one_series: bool,
}

impl Mail {
    fn title(&self) -> Title {
        Title::of(self.subject.as_deref().unwrap_or_default())
    }
}

/// What a subject says: `Re: [PATCH v3 1/2] title`.
#[derive(Debug, PartialEq, Eq)]
struct Title {
    is_reply: bool,
    version: u32,
    /// Its number in a series, 0 for the cover letter, and how many there are.
    part: Option<(u32, u32)>,
    /// Lower case, without its tags.
    words: String,
}

impl Title {
    fn of(subject: &str) -> Self {
        let mut rest = subject.trim();
        let mut title = Self { is_reply: false, version: 1, part: None, words: String::new() };
        loop {
            if let Some(after) = after_reply(rest) {
                title.is_reply = true;
                rest = after;
            } else if let Some((tags, after)) =
                rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
            {
                let version = tags.split_whitespace().find_map(|tag| {
                    let digits = tag.strip_prefix(['v', 'V'])?;
                    digits.parse::<u32>().ok()
                });
                title.version = version.unwrap_or(title.version);
                let part = tags.split_whitespace().find_map(|tag| {
                    let (part, all) = tag.split_once('/')?;
                    Some((part.parse().ok()?, all.parse().ok()?))
                });
                title.part = part.or(title.part);
                rest = after.trim_start();
            } else {
                break;
            }
        }
        title.words = rest.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        title
    }
}

impl Title {
    /// What the parts of a series have in common: how many they are, and the version.
    fn series(&self) -> Option<(u32, u32)> {
        self.part.map(|(_, all)| (all, self.version))
    }

    fn is_cover(&self) -> bool {
        self.part.is_some_and(|(part, _)| part == 0)
    }
}

fn after_reply(subject: &str) -> Option<&str> {
    let head = subject.get(..3)?;
    head.eq_ignore_ascii_case("re:").then(|| subject[3..].trim_start())
}

/// The mails of a text, in its order: one at least where any line names a subject, a sender or a title.
pub fn mails(lines: &[MailLine]) -> Vec<Mail> {
    let mut found: Vec<Mail> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = line.text.as_str();
        let subject = if let Some(first) = text.strip_prefix("Subject:") {
            let head = lines.get(at + 1..).unwrap_or_default().iter();
            let more = head.map(|line| line.text.as_str()).take_while(|text| goes_on(text));
            Some(std::iter::once(first).chain(more).collect::<Vec<_>>().join(" "))
        } else if is_title(text)
            && next_text(lines, at).is_some_and(|next| next.starts_with("From:"))
        {
            Some(text.to_owned())
        } else if text == "diff mbox series" || text == "diff mbox" {
            // Above the patch itself, too.
            next_text(lines, at).filter(|next| *next != "Patch").map(str::to_owned)
        } else {
            None
        };
        let Some(subject) = subject else { continue };
        let words: Vec<&str> = subject.split_whitespace().collect();
        let subject = (!words.is_empty()).then(|| words.join(" "));
        let (mut author, mut date) = (None, None);
        for near in head_around(lines, at) {
            author = author.or_else(|| value_of(near, "From:"));
            date = date.or_else(|| value_of(near, "Date:"));
        }
        found.push(Mail { at, subject, author, date, is_in_one_series: false });
    }
    let titles: Vec<Title> = found.iter().map(Mail::title).collect();
    let sent = || titles.iter().filter(|title| title.part.is_some() && !title.is_reply);
    let mut numbers: Vec<_> =
        sent().filter_map(|title| Some((title.series()?, title.part))).collect();
    numbers.sort_unstable();
    let next = numbers.iter().skip(1);
    let twice: Vec<_> =
        numbers.iter().zip(next).filter(|(a, b)| a == b).map(|(a, _)| a.0).collect();
    for (mail, title) in found.iter_mut().zip(&titles) {
        mail.is_in_one_series =
            title.series().is_some_and(|series| twice.binary_search(&series).is_err());
    }
    found
}

/// The lines of a mail's head, above its subject and below, as far as no paragraph stands between.
fn head_around(lines: &[MailLine], at: usize) -> impl Iterator<Item = &str> {
    let above = lines.get(..at).unwrap_or_default().iter().rev();
    let below = lines.get(at..).unwrap_or_default().iter();
    let is_head = |line: &&MailLine| {
        let text = line.text.as_str();
        goes_on(text) || text.split_once(':').is_some_and(|(name, _)| !name.contains(' '))
    };
    let above = above.take_while(is_head);
    // An archive's title has a blank line below it.
    let below = below.take(8);
    above.chain(below).map(|line| line.text.as_str())
}

fn value_of(text: &str, name: &str) -> Option<String> {
    let value = text.strip_prefix(name)?.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// A header's value goes on in lines that begin with a blank.
fn goes_on(text: &str) -> bool {
    text.starts_with([' ', '\t']) && !text.trim().is_empty()
}

fn next_text(lines: &[MailLine], at: usize) -> Option<&str> {
    let after = lines.get(at + 1..)?.iter().take(3);
    after.map(|line| line.text.trim()).find(|text| !text.is_empty())
}

/// `[PATCH v3] title`, `RE: [RFC PATCH] title`
fn is_title(text: &str) -> bool {
    let bare = after_reply(text).unwrap_or(text);
    let tags = bare.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    tags.is_some_and(|(tags, _)| tags.to_ascii_uppercase().contains("PATCH"))
}

/// The heads of mails with the thread of each: an answer, a newer version and what the same person sent (a series) is of
/// the thread before it; two mails of two people that were put into one text are not.
pub fn heads(lines: &[MailLine], mails: &[Mail]) -> Vec<PostedMail> {
    let mut heads: Vec<PostedMail> = Vec::new();
    for (at, mail) in mails.iter().enumerate() {
        let title = mail.title();
        let same_title = mails
            .iter()
            .take(at)
            .position(|each| !title.words.is_empty() && each.title().words == title.words);
        let same_person = mails.iter().take(at).position(|each| {
            each.author.is_some() && each.author == mail.author || each.is_of_series(mail)
        });
        let before = if title.is_reply { at.checked_sub(1) } else { None };
        let of = same_title.or(same_person).or(before).and_then(|known| heads.get(known));
        heads.push(PostedMail {
            line: lines.get(mail.at).map_or(0, |line| line.number),
            thread: of.map_or(at as u32, |known| known.thread),
            subject: mail.subject.clone(),
            author: mail.author.clone(),
            date: mail.date.clone(),
        });
    }
    heads
}

/// The mail that speaks for what is meant: the cover letter of a series, the mail above the first hunk, or the first.
pub fn mail_of<'a>(mails: &'a [Mail], meant: &[Patch]) -> Option<&'a Mail> {
    let first = meant.first();
    let above = first.and_then(|patch| mails.get(patch.mail?));
    let cover = above.filter(|_| meant.len() > 1).and_then(|above| {
        mails.iter().find(|mail| mail.is_of_series(above) && mail.title().is_cover())
    });
    cover.or(above).or_else(|| mails.first())
}

impl Mail {
    /// Whether both were sent as parts of the same series.
    fn is_of_series(&self, other: &Self) -> bool {
        let (own, its) = (self.title(), other.title());
        self.is_sent_with(other)
            && !own.is_reply
            && !its.is_reply
            && own.series().is_some()
            && own.series() == its.series()
    }

    /// Whether one person wrote both, or the numbers of their series leave no doubt: a maintainer's has patches of several.
    fn is_sent_with(&self, other: &Self) -> bool {
        self.author == other.author || self.is_in_one_series && other.is_in_one_series
    }
}

/// Hunks that were sent together: of one mail, behind as many quote marks.
pub struct Patch {
    mail: Option<usize>,
    depth: usize,
    title: Title,
    pub hunks: Vec<CutHunk>,
}

impl Patch {
    /// What is said of it.
    pub fn posted(&self, mails: &[Mail]) -> PostedPatch {
        let mail = self.mail.and_then(|at| mails.get(at));
        PostedPatch {
            line: self.hunks.first().map_or(0, |hunk| hunk.line),
            subject: mail.and_then(|mail| mail.subject.clone()).unwrap_or_default(),
            version: self.title.version,
            part: self.title.part.map(|(part, _)| part),
        }
    }
}

/// The patches of a text.
#[derive(Default)]
pub struct Patches {
    /// Those that are meant, in the order in which they are applied.
    pub meant: Vec<Patch>,
    pub others: Vec<(Patch, OtherWhy)>,
}

/// Which patches of a text are meant (of a series all), and which are others. A copy that a reply quotes is neither. The
/// newest version is meant, unless hunks of it are cut and an earlier one is whole.
pub fn patches(mails: &[Mail], hunks: Vec<CutHunk>) -> Patches {
    let mut patches: Vec<Patch> = Vec::new();
    for hunk in hunks {
        let mail = mails.iter().rposition(|mail| mail.at <= hunk.at.start);
        let known = patches.iter_mut().find(|each| each.mail == mail && each.depth == hunk.depth);
        match known {
            Some(patch) if patch.hunks.iter().any(|each| is_same(each, &hunk)) => {}
            Some(patch) => patch.hunks.push(hunk),
            None => {
                let title =
                    mail.and_then(|at| mails.get(at)).map_or_else(|| Title::of(""), Mail::title);
                patches.push(Patch { mail, depth: hunk.depth, title, hunks: vec![hunk] });
            }
        }
    }
    // What was sent comes before what is quoted, a patch before an answer, a newer version before an older.
    let order = |patch: &Patch| {
        let missing: u32 = patch.hunks.iter().map(|hunk| hunk.missing_lines).sum();
        (
            patch.depth,
            patch.title.is_reply,
            missing > 0,
            std::cmp::Reverse(patch.title.version),
            std::cmp::Reverse(patch.mail),
        )
    };
    facts::sort_by(&mut patches, |a, b| order(a).cmp(&order(b)));
    let mut found = Patches::default();
    for mut patch in patches {
        // A newer version may have the very hunks of an older one, and a patch those of another of its series.
        let why = found.meant.iter().find_map(|each| other_than(mails, &patch, each));
        if why != Some(OtherWhy::Earlier) {
            let is_seen = |hunk: &CutHunk| {
                let others = found.others.iter().map(|(other, _)| other);
                let seen = found.meant.iter().chain(others);
                seen.filter(|each| !is_next_to(mails, &patch, each))
                    .flat_map(|each| &each.hunks)
                    .any(|known| is_copy(hunk, known))
            };
            let own: Vec<bool> = patch.hunks.iter().map(|hunk| !is_seen(hunk)).collect();
            let mut own = own.into_iter();
            patch.hunks.retain(|_| own.next() == Some(true));
        }
        if patch.hunks.is_empty() {
            continue;
        }
        match why {
            Some(why) => found.others.push((patch, why)),
            None => found.meant.push(patch),
        }
    }
    let start = |patch: &Patch| patch.hunks.first().map_or(0, |hunk| hunk.at.start);
    // A thread has the parts of a series in the order in which they came in.
    let firsts: Vec<usize> = found
        .meant
        .iter()
        .map(|patch| {
            let alike = found.meant.iter().filter(|each| is_next_to(mails, patch, each));
            alike.map(start).fold(start(patch), usize::min)
        })
        .collect();
    let mut meant: Vec<_> = firsts.into_iter().zip(found.meant).collect();
    facts::sort_by(&mut meant, |(a, one), (b, other)| {
        let order = |first: &usize, patch: &Patch| (*first, patch.title.part, start(patch));
        order(a, one).cmp(&order(b, other))
    });
    found.meant = meant.into_iter().map(|(_, patch)| patch).collect();
    facts::sort_by(&mut found.others, |(a, _), (b, _)| start(a).cmp(&start(b)));
    found
}

/// Whether two patches are parts of one series; a newer version of one part may have been sent alone.
fn is_next_to(mails: &[Mail], patch: &Patch, other: &Patch) -> bool {
    let mail = |patch: &Patch| mails.get(patch.mail?);
    let (Some(own), Some(its)) = (mail(patch), mail(other)) else { return false };
    let numbers = (patch.title.part, other.title.part);
    let is_part = matches!(numbers, (Some((a, of)), Some((b, all))) if a != b && of == all);
    let is_sent = [patch, other].iter().all(|each| each.depth == 0 && !each.title.is_reply);
    is_part && is_sent && own.is_sent_with(its)
}

/// The numbers of a series that no mail has, where at least two of its patches are there.
pub fn absent(mails: &[Mail], meant: &[Patch]) -> Vec<u32> {
    let numbered: Vec<_> = meant
        .iter()
        .filter(|patch| patch.depth == 0 && !patch.title.is_reply)
        .filter_map(|patch| Some((mails.get(patch.mail?)?, patch.title.part?.1)))
        .collect();
    let Some((first, all)) = numbered.first().filter(|_| numbered.len() > 1) else {
        return Vec::new();
    };
    let is_there = |part: u32| {
        mails.iter().any(|mail| {
            let title = mail.title();
            title.part == Some((part, *all)) && !title.is_reply && mail.is_sent_with(first)
        })
    };
    (1..=*all).take(MOST_PARTS).filter(|part| !is_there(*part)).collect()
}

/// A subject may claim any number.
const MOST_PARTS: usize = 500;

/// Why a patch is not meant beside one that is; `None` where both are, as parts of a series or of two mails.
fn other_than(mails: &[Mail], patch: &Patch, known: &Patch) -> Option<OtherWhy> {
    if patch.depth > known.depth {
        return Some(OtherWhy::Quoted);
    }
    if patch.title.is_reply && !known.title.is_reply && patch.mail != known.mail {
        return Some(OtherWhy::Answer);
    }
    let is_version = patch.title.words == known.title.words
        && !patch.title.words.is_empty()
        && patch.mail != known.mail;
    let changes_alike = patch.title.version != known.title.version
        && patch.hunks.iter().any(|hunk| {
            known.hunks.iter().any(|other| {
                other.file == hunk.file
                    && changed(hunk).any(|line| changed(other).any(|each| each == line))
            })
        });
    (is_version || changes_alike || is_outdated(mails, patch, known)).then_some(OtherWhy::Earlier)
}

/// Whether a patch is of an older version of a series that the text has whole in a newer one: there it may have another title.
fn is_outdated(mails: &[Mail], patch: &Patch, known: &Patch) -> bool {
    let mail = |patch: &Patch| mails.get(patch.mail?);
    let (Some(own), Some(newer)) = (mail(patch), mail(known)) else { return false };
    let Some((_, all)) = known.title.part else { return false };
    let has = |part| {
        let mut of_series = mails.iter().filter(|mail| mail.is_of_series(newer));
        of_series.any(|mail| mail.title().part == Some((part, all)))
    };
    patch.title.version < known.title.version
        && own.author == newer.author
        && (1..=all).take(MOST_PARTS).all(has)
}

/// A hunk without its blanks: HTML has fewer of them.
fn is_same(a: &CutHunk, b: &CutHunk) -> bool {
    let squeezed = |hunk: &CutHunk| -> Vec<(bool, String)> {
        let lines = hunk.old.iter().chain(&hunk.new);
        lines.map(|line| (line.changed, without_blanks(&line.text))).collect()
    };
    a.file == b.file && a.range == b.range && squeezed(a) == squeezed(b)
}

/// Whether a hunk changes what another one does, or a part of it.
fn is_copy(hunk: &CutHunk, known: &CutHunk) -> bool {
    let known_lines: Vec<(char, String)> = changed(known).collect();
    let (context, other) = (without_blanks(&hunk.context), without_blanks(&known.context));
    let is_near = context == other || hunk.range == known.range || context.is_empty();
    is_near && changed(hunk).all(|line| known_lines.contains(&line))
}

/// The changed lines of a hunk that say anything, with their signs, without blanks.
fn changed(hunk: &CutHunk) -> impl Iterator<Item = (char, String)> {
    let olds = hunk.old.iter().map(|line| ('-', line));
    let news = hunk.new.iter().map(|line| ('+', line));
    olds.chain(news)
        .filter(|(_, line)| line.changed)
        .map(|(sign, line)| (sign, without_blanks(&line.text)))
        .filter(|(_, text)| !text.is_empty())
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace()).collect()
}

/// What a text says beside its hunks.
#[derive(Debug, Default)]
pub struct Rest {
    pub layouts: Vec<PostedLayout>,
    pub prose: Vec<ProseLine>,
}

/// What people say of a patch is told by its first lines; a mailbox has more than anybody reads.
const MOST_PROSE: usize = 6000;
/// A printed struct of more lines is not looked for in a mail.
const MOST_LAYOUT_LINES: usize = 20_000;

/// The lines that are in no hunk: layouts of pahole with what is written above them, and prose.
pub fn rest(lines: &[MailLine], hunks: &[CutHunk]) -> Rest {
    let mut rest = Rest::default();
    let mut taken = vec![false; lines.len()];
    for hunk in hunks {
        taken.get_mut(hunk.at.clone()).into_iter().flatten().for_each(|taken| *taken = true);
    }
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let frame = Frame::of(&line.text);
        let (marks, text) = (frame.marks, unquoted(&line.text));
        let is_diff = taken.get(at) == Some(&true)
            || ["diff --git ", "index "].iter().any(|start| text.starts_with(start))
            || ((text.starts_with("--- ") || text.starts_with("+++ ")) && file_of(text).is_some());
        if !is_diff && let Some((end, printed)) = printed_layout(lines, &taken, at, marks) {
            let label = label_above(&rest.prose, marks);
            let found = read_pahole(printed.as_bytes()).into_iter();
            let line = line.number;
            rest.layouts.extend(found.map(|desc| PostedLayout {
                label: label.clone(),
                line,
                desc,
            }));
            at = end;
            continue;
        }
        if !is_diff && rest.prose.len() < MOST_PROSE {
            rest.prose.push(ProseLine {
                line: line.number,
                depth: marks as u32,
                text: text.trim_end().to_owned(),
            });
        }
        at += 1;
    }
    rest
}

/// A struct from its head to its `};`, where its members state their offsets; with the line after it.
fn printed_layout(
    lines: &[MailLine],
    taken: &[bool],
    at: usize,
    marks: usize,
) -> Option<(usize, String)> {
    let head = unquoted(&lines.get(at)?.text).trim();
    let mut words = head.split_whitespace();
    let is_head = matches!(words.next(), Some("struct" | "union" | "class")) && head.contains('{');
    if !is_head || head.contains(';') || head.contains('(') {
        return None;
    }
    let mut text = String::new();
    let mut depth = 0usize;
    let mut stated = false;
    let mut wraps = false;
    for (next, line) in lines.iter().enumerate().skip(at).take(MOST_LAYOUT_LINES) {
        if taken.get(next) == Some(&true) {
            return None;
        }
        let here = Frame::of(&line.text).marks;
        // The end of a comment that a mailer broke off has fewer marks.
        if here != marks && !wraps {
            return None;
        }
        let bare = unquoted(&line.text);
        let code = bare.split("/*").next().unwrap_or_default();
        wraps = bare.contains("/*") && !bare.contains("*/");
        stated |= states_offset(bare);
        depth += code.matches('{').count();
        depth = depth.saturating_sub(code.matches('}').count());
        text.push_str(bare);
        text.push('\n');
        if depth == 0 {
            return stated.then_some((next + 1, text));
        }
    }
    None
}

/// `int a; /* 0 4 */`: offset and size behind a declaration.
fn states_offset(text: &str) -> bool {
    let Some((_, comment)) =
        text.split_once("; /*").or_else(|| text.split_once(";\t/*")).or_else(|| {
            let (code, comment) = text.split_once("/*")?;
            code.trim_end().ends_with(';').then_some((code, comment))
        })
    else {
        return false;
    };
    let mut words = comment.trim_end().trim_end_matches("*/").split_whitespace();
    let is_number = |word: &str| {
        let bare = word.strip_prefix("0x").unwrap_or(word);
        !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let (offset, size) = (words.next(), words.next());
    let offset = offset.map(|word| word.split(':').next().unwrap_or(word));
    offset.is_some_and(is_number) && size.is_some_and(is_number)
}

/// What the line above a layout says, where it is short enough for a heading.
fn label_above(prose: &[ProseLine], marks: usize) -> String {
    let near = prose.iter().rev().take(3).find(|line| !line.text.trim().is_empty());
    let Some(line) = near.filter(|line| line.depth == marks as u32) else { return String::new() };
    let label = line.text.trim_matches(|char: char| !char.is_alphanumeric() && char != ')');
    if label.len() <= 80 { label.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use facts::OtherWhy;

    use crate::read_posted;

    fn patch(number: u32, added: &str) -> String {
        format!(
            "--- a/x.h\n+++ b/x.h\n@@ -{number},2 +{number},3 @@ struct s {{\n \tint a;\n+\t{added}\n \tint c;\n"
        )
    }

    fn check(text: &str, ranges: &[&str], others: &[OtherWhy]) {
        let found = read_posted(text.as_bytes());
        let at: Vec<_> = found.hunks.iter().map(|hunk| hunk.range.as_str()).collect();
        let why: Vec<_> = found.others.iter().map(|other| other.why).collect();
        assert_eq!((at.as_slice(), why.as_slice()), (ranges, others), "{text}");
    }

    #[test]
    fn mails_of_other_people_about_other_things_are_threads_of_their_own() {
        let mail =
            |who: &str, subject: &str| format!("From: {who}\nSubject: {subject}\n\nText.\n\n");
        let text = [
            mail("A", "[PATCH 0/2] s"),
            mail("A", "[PATCH 1/2] s: b"),
            mail("B", "Re: [PATCH 1/2] s: b"),
            mail("C", "[PATCH] t: x"),
            mail("A", "Re: [PATCH] t: x"),
            mail("D", "Re: [PATCH 0/2] s"),
        ];
        let heads = read_posted(text.concat().as_bytes()).mails;
        let threads: Vec<_> = heads.iter().map(|head| head.thread).collect();
        assert_eq!(threads, [0, 0, 0, 3, 3, 0]);
        assert_eq!(heads.first().map(|head| head.line), Some(2));
    }

    #[test]
    fn the_newest_version_is_meant_and_copies_are_no_changes() {
        let mail =
            |subject: &str, body: &str| format!("From: A\nSubject: {subject}\n\nText.\n{body}\n");
        let quoted =
            |text: &str| -> String { text.lines().map(|line| format!("> {line}\n")).collect() };
        let (first, second) = (patch(5, "int b;"), patch(9, "long b;"));
        check(&mail("[PATCH] s: b", &first), &["@@ -5,2 +5,3 @@"], &[]);
        let thread = [
            mail("[PATCH] s: b", &first),
            mail("Re: [PATCH] s: b", &quoted(&first)),
            mail("[PATCH v2] s: b", &second),
        ];
        check(&thread.concat(), &["@@ -9,2 +9,3 @@"], &[OtherWhy::Earlier]);
        let cut = second.replace(",2 +9,3", ",19 +9,20");
        check(
            &[mail("[PATCH] s: b", &first), mail("[PATCH v2] s: b", &cut)].concat(),
            &["@@ -5,2 +5,3 @@"],
            &[OtherWhy::Earlier],
        );
        let answer = mail("Re: [PATCH] s: b", &patch(7, "char b;"));
        check(
            &[&mail("[PATCH] s: b", &first), &answer[..]].concat(),
            &["@@ -5,2 +5,3 @@"],
            &[OtherWhy::Answer],
        );
        check(&answer, &["@@ -7,2 +7,3 @@"], &[]);
        let series =
            [mail("[PATCH 1/2] s: b", &first), mail("[PATCH 2/2] s: c", &patch(20, "int d;"))];
        check(&series.concat(), &["@@ -5,2 +5,3 @@", "@@ -20,2 +20,3 @@"], &[]);
        check(&quoted(&first), &["@@ -5,2 +5,3 @@"], &[]);
        check(
            &format!("{}{first}", quoted(&patch(5, "char x[8];"))),
            &["@@ -5,2 +5,3 @@"],
            &[OtherWhy::Quoted],
        );
    }

    #[test]
    fn a_series_is_in_its_own_order_and_an_older_one_is_another_version() {
        let mail = |tags: &str, title: &str, body: &str| {
            format!("From: A <a@b>\nSubject: [PATCH {tags}] {title}\n\nText.\n{body}\n")
        };
        let read = |mails: &[String]| {
            let found = read_posted(mails.concat().as_bytes());
            let titles = |patches: Vec<&facts::PostedPatch>| -> Vec<String> {
                let title = |patch: &facts::PostedPatch| {
                    patch.subject.rsplit(' ').next().map(str::to_owned)
                };
                patches.into_iter().filter_map(title).collect()
            };
            let hunks: Vec<u32> = found.hunks.iter().map(|hunk| hunk.patch).collect();
            let others = found.others.iter().map(|other| &other.patch).collect();
            let meant = titles(found.patches.iter().collect());
            (meant, hunks, found.absent.clone(), titles(others), found.subject)
        };
        // `git format-patch --cover-letter`, its mails as they came in.
        let (one, two) = (patch(5, "int b;"), patch(9, "int d;"));
        let first = [mail("2/2", "two", &two), mail("0/2", "cover", ""), mail("1/2", "one", &one)];
        let (meant, hunks, absent, others, subject) = read(&first);
        assert_eq!((meant, hunks, absent), (vec!["one".into(), "two".into()], vec![0, 1], vec![]));
        assert_eq!((others, subject.as_deref()), (vec![], Some("[PATCH 0/2] cover")));
        // Of a series the second patch is lost; of one patch alone nothing is.
        let lost = [mail("1/3", "one", &one), mail("3/3", "three", &two)];
        assert_eq!(read(&lost).2, [2]);
        assert!(read(&lost[..1]).2.is_empty());
        // `git format-patch` names who wrote each; of two series in one text nobody knows whose the other's part is.
        let of =
            |author: &str, mail: &str| mail.replace("From: A <a@b>", &format!("From: {author}"));
        let both = [of("B <b@c>", &first[0]), of("C <c@d>", &first[2])];
        assert_eq!(
            read(&both),
            (vec!["one".into(), "two".into()], vec![0, 1], vec![], vec![], read(&both).4)
        );
        let mixed = [
            both[0].clone(),
            both[1].clone(),
            of("C <c@d>", &mail("1/2", "other", &patch(30, "int e;"))),
        ];
        assert_eq!(read(&mixed).2, [1]);
        // Another part may add the same line again.
        let again = [mail("1/2", "one", &one), mail("2/2", "again", &one)];
        assert_eq!(read(&again).1, [0, 1]);
        // A newer version has a patch less, and the other under another title.
        let second = mail("v2 1/1", "both", &patch(20, "long e;"));
        let (meant, _, absent, others, _) = read(&[&first[..], &[second]].concat());
        assert_eq!((meant, absent), (vec!["both".to_owned()], vec![]));
        assert_eq!(others, ["two", "one"]);
    }

    #[test]
    fn layouts_in_a_mail_have_their_labels() {
        let printed = "struct s {\nint a; /* 0 4 */\n\n/* XXX 4 bytes hole */\n\nlong b; /* 8 8 */\n\n/* size: 16, cachelines: 1, members: 2 */\n};\n";
        let text = format!(
            "Printed by pahole:\n\n--before--\n{printed}\n> --after--\n> {}\nRegards\n",
            printed.trim_end().replace('\n', "\n> ")
        );
        let found = read_posted(text.as_bytes());
        let labels: Vec<_> =
            found.layouts.iter().map(|each| (each.label.as_str(), each.line)).collect();
        assert_eq!(labels, [("before", 4), ("after", 15)]);
        let prose: Vec<_> = found
            .prose
            .iter()
            .filter(|line| !line.text.is_empty())
            .map(|line| line.text.as_str())
            .collect();
        assert_eq!(prose, ["Printed by pahole:", "--before--", "--after--", "Regards"]);
        // An excerpt with remarks of its own is none.
        assert!(read_posted(b"struct r {\nint a; /* 8 bytes */\n};\n").layouts.is_empty());
    }

    #[test]
    fn heads_of_mails_and_archives() {
        let subject = |text: &str| {
            let found = read_posted(text.as_bytes());
            (found.subject, found.author)
        };
        let some = |a: &str, b: Option<&str>| (Some(a.to_owned()), b.map(str::to_owned));
        assert_eq!(
            subject("From: A B <a@b>\nDate: x\nSubject: [PATCH] one\n two\n\n"),
            some("[PATCH] one two", Some("A B <a@b>"))
        );
        assert_eq!(
            subject("[RFC PATCH v2] one\n\nFrom: A\nDate: x\n"),
            some("[RFC PATCH v2] one", Some("A"))
        );
        assert_eq!(subject("diff mbox series\n\nfs: one\n\nMessage ID 1\n"), some("fs: one", None));
        assert_eq!(subject("int a;\n"), (None, None));
    }
}
