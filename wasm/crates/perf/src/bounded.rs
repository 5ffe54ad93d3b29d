//! Profiles of so many rows and no more, for whoever holds them as objects of another language.

use facts::AccessProfile;

use crate::messages;

/// Takes out the lines whose rows come after so many; what was left out is said and counted. perf lists the lines
/// with the most HITM first.
///
/// ```
/// let text = b"0 1 0 0 0 0x4040c0\n 0.00% 100.00% 0.00% 0.00% 0x8 0 1 0x40115d 0 200 102 30 2 [.] reader demo demo.c:8 0 1\n";
/// let mut profiles = perf::read_all(text, perf::Options::default())?;
/// let profile = &mut profiles[0].profile;
/// perf::keep_rows(profile, 1);
/// assert_eq!(profile.lines.len(), 1);
/// perf::keep_rows(profile, 0);
/// assert!(profile.lines.is_empty());
/// let last = profile.diagnostics.last().map(|said| said.text.as_str());
/// assert!(last.is_some_and(|said| said.contains("its last 1 cache lines, with 1 rows, were left out")));
/// # Ok::<(), perf::NothingUsable>(())
/// ```
pub fn keep_rows(profile: &mut AccessProfile, most_rows: usize) {
    let mut rows = 0;
    let end = profile.lines.iter().position(|line| {
        rows += line.rows.len();
        rows > most_rows
    });
    let Some(end) = end else { return };
    let left = profile.lines.split_off(end);
    let left_rows: usize = left.iter().map(|line| line.rows.len()).sum();
    let said = messages::too_long(left.len(), left_rows);
    profile.diagnostics.push(said.at("", 1));
}
