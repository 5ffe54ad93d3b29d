//! What a text's beginning shows of what was done to all of its lines.

use std::borrow::Cow;

use crate::between::are_numbered_between;
use crate::broken::Broken;
use crate::cells::{separator_of, separator_of_all, separator_of_quoted};
use crate::clean::{Clean, Held};
use crate::doubled::is_doubled;
use crate::enclosed::Enclosed;
use crate::escaped::{is_listed, listed};
use crate::habits::{Habits, Measured, shows_ends, without};
use crate::marks::{bare_string, untabbed};
use crate::numbers::{is_numbered, is_numbered_behind, is_stamped, numbered_up_to, without_stamp};
use crate::panes::Pane;
use crate::posts::Posts;
use crate::prefix::{self, Prefix};
use crate::quoted::{quote_levels, unquoted};
use crate::starts::is_counter;
use crate::wraps::Edge;
use crate::{Line, pieces, shares, signs};

/// Prefixes that stand one before the other (`> 12: | …`).
const MAX_PREFIXES: usize = 3;

impl Clean {
    /// Learns them of what is held back, and hands that out.
    pub(crate) fn learn(&mut self, line: &mut dyn FnMut(Line)) {
        let pane = Pane::of(self.held.iter().map(|held| held.text.as_str()));
        if let Some(pane) = &pane {
            for held in &mut self.held {
                held.leave(pane);
            }
        }
        let is_list = is_listed(self.held.iter().map(|held| held.text.as_str()));
        if is_list {
            for held in &mut self.held {
                held.text = bare_string(&listed(&held.text));
            }
        }
        let enclosed = Enclosed::of(self.held.iter().map(|held| held.text.as_str()));
        if let Some(enclosed) = &enclosed {
            for held in &mut self.held {
                held.text = bare_string(&enclosed.off(&held.text));
            }
        }
        let numbered_between =
            are_numbered_between(self.held.iter().map(|held| held.text.as_str()));
        if numbered_between {
            let Self { held, between, .. } = self;
            held.retain(|held| !between.is_number(&held.text));
        }
        let doubled = is_doubled(self.held.iter().map(|held| held.text.as_str()));
        if doubled {
            let Self { held, doubled, .. } = self;
            held.retain(|held| !doubled.is_second(&held.text));
        }
        let posts = Posts::of(self.held.iter().map(|held| held.text.as_str()));
        for held in &mut self.held {
            let bare = posts.off(&held.text);
            if bare.len() < held.text.len() {
                held.text = bare.to_owned();
            }
        }
        self.held.retain(|held| !posts.is_head(&held.text));
        let quotes = self.quotes();
        let mut habits = Habits {
            pane,
            enclosed,
            listed: is_list,
            numbered_between,
            doubled,
            posts,
            quotes,
            ..Habits::default()
        };
        let lines = || self.held.iter().map(|held| held.text.as_str());
        habits.stamped = is_stamped(lines().map(|text| unquoted(text, habits.quotes)));
        if habits.stamped {
            let bare = lines().map(|text| without_stamp(unquoted(text, habits.quotes)));
            habits.numbered_behind_stamp = is_numbered(bare);
        }
        habits.numbered = is_numbered(lines().map(|text| unquoted(text, habits.quotes)));
        if !habits.numbered {
            let lines = lines().map(|text| unquoted(text, habits.quotes));
            habits.numbered_up_to = numbered_up_to(lines);
        }
        habits.numbered_behind =
            is_numbered_behind(lines().map(|text| unquoted(text, habits.quotes)));
        habits.shown_ends = shows_ends(lines());
        habits.common = prefix::common(lines().map(|text| unquoted(text, habits.quotes)));
        habits.separator = separator_of(lines().map(|text| unquoted(text, habits.quotes)));
        let of_all: Vec<&str> = lines().map(|text| unquoted(text, habits.quotes)).collect();
        if let Some(sign) = separator_of_all(&of_all) {
            (habits.separator, habits.all_parted) = (Some(sign), true);
        }
        habits.separator = habits.separator.or_else(|| separator_of_quoted(&of_all));
        habits.indented = lines()
            .map(|text| unquoted(text, habits.quotes))
            .all(|text| text.is_empty() || text.starts_with('\t'));
        let mut bare: Vec<String> = lines().map(|text| habits.bare(text).into_owned()).collect();
        habits.broken = Broken::of(&bare, self.held.iter().map(|held| held.widths));
        if let Some(broken) = &habits.broken {
            for text in &mut bare {
                *text = broken.off(text).unwrap_or(text).to_owned();
            }
        }
        while habits.broken.is_none()
            && habits.prefixes.len() < MAX_PREFIXES
            && let Some(prefix) = Prefix::of(bare.iter().map(String::as_str))
        {
            let prefix = prefix.with_gap(bare.iter().map(String::as_str));
            for text in &mut bare {
                *text = without(&prefix, text);
            }
            habits.prefixes.push(prefix);
        }
        habits.lacks_percents = signs::lack_percents(bare.iter().map(String::as_str));
        habits.loses_points = shares::lose_points(bare.iter().map(String::as_str));
        habits.begins_with_shares = shares::begin_rows(bare.iter().map(String::as_str));
        let bare: Vec<Cow<'_, str>> = bare.iter().map(|text| untabbed(text)).collect();
        let bare: Vec<&str> = bare.iter().map(Cow::as_ref).collect();
        let ways = [Measured::Bare, Measured::Shown, Measured::Raw].map(|measured| {
            let width =
                |(line, held): (&&str, &Held)| measured.width(line.chars().count(), held.widths);
            (measured, bare.iter().zip(&self.held).map(width).collect())
        });
        if habits.broken.is_none() {
            (habits.edge, habits.measured) = Edge::of_ways(&bare, &ways);
        }
        self.habits = Some(habits);
        for held in std::mem::take(&mut self.held) {
            self.known(&held, line);
        }
    }

    /// How many quote marks the text's rows have at most, where more than a few have some; any number where there are
    /// no rows that would tell.
    fn quotes(&self) -> usize {
        let (mut rows, mut quoted, mut most) = (0, 0, 0);
        for Held { text, .. } in &self.held {
            let levels = quote_levels(text);
            let bare = unquoted(text, levels);
            if pieces::begins_row(bare) || is_counter(bare) {
                rows += 1;
                quoted += usize::from(levels > 0);
                most = most.max(levels);
            }
        }
        match rows {
            0 => usize::MAX,
            _ if quoted * 8 < rows => 0,
            _ => most,
        }
    }
}
