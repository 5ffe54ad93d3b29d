//! What is before the words of a sample: `comm pid/tid [cpu] time: period event: addr data_src`.

use crate::tokens::{decimal, hex, split_once};

/// What the front of a sample says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    /// The data source word.
    pub source: u64,
    pub address: u64,
    pub cpu: Option<u32>,
    pub pid: Option<u32>,
    pub tid: Option<u32>,
    /// Events that the sample stands for.
    pub period: Option<u64>,
    /// What seems to be the address may be the period: a round number, and the only one before the data source, as `-c` and
    /// `-F period,data_src,weight,ip,sym` have it (perf-mem.txt, linux-kernel, 2025).
    pub lone_period: Option<u64>,
    /// Name of the event, without the colon that ends it.
    pub event: Option<&'a [u8]>,
}

impl<'a> Head<'a> {
    /// The front of a sample, read from its end, where the columns are that every form has; `None` without an address
    /// or a data source.
    pub fn of(before: &'a [u8]) -> Option<Self> {
        let mut tokens = before.rsplit(|byte| *byte == b' ' || *byte == b'\t');
        let mut next = || tokens.by_ref().find(|token| !token.is_empty());
        let source = hex(next()?)?;
        let word = next()?;
        let address = hex(word)?;
        let is_first = before.trim_ascii_start().starts_with(word);
        let lone_period = decimal(word).filter(|period| is_first && period % 1000 == 0);
        let (mut cpu, mut ids, mut event) = (None, None::<&[u8]>, None::<&[u8]>);
        let (mut timed, mut period) = (false, None::<&[u8]>);
        let mut is_before_event = false;
        while let Some(token) = next() {
            // The period stands right before the event.
            if std::mem::take(&mut is_before_event) && token.iter().all(u8::is_ascii_digit) {
                period = Some(token);
            }
            if let Some(inside) = token.strip_prefix(b"[").and_then(|t| t.strip_suffix(b"]")) {
                cpu = small(inside);
                ids = next();
                break;
            }
            match token.strip_suffix(b":") {
                Some(name) if event.is_none() && !is_time(name) => {
                    (event, is_before_event) = (Some(name), true);
                }
                Some(name) if ids.is_none_or(|ids| !ids.contains(&b'/')) && is_time(name) => {
                    (ids, timed) = (None, true);
                }
                // Without [cpu], the ids stand before the time, or before the period, which has no '/'.
                _ if is_ids(token) && ids.is_none_or(|ids| !timed && !ids.contains(&b'/')) => {
                    ids = Some(token);
                }
                _ => {}
            }
        }
        let (pid, tid) = ids.map_or((None, None), process_and_thread);
        let event = event.map(|name| name.strip_suffix(b":").unwrap_or(name));
        // A lone number there is the thread.
        let is_thread = |token: &[u8]| ids.is_some_and(|ids| std::ptr::eq(ids, token));
        let period = period.filter(|token| !is_thread(token)).and_then(decimal);
        Some(Self { source, address, cpu, pid, tid, period, event, lone_period })
    }
}

/// `3344/3346`, or a thread alone.
fn process_and_thread(ids: &[u8]) -> (Option<u32>, Option<u32>) {
    match split_once(ids, b'/') {
        Some((process, thread)) => (small(process), small(thread)),
        None => (None, small(ids)),
    }
}

/// What is before the time of a sample without a data source: `demo 3344/3346 [002]`.
#[derive(Debug, Default)]
pub(super) struct Ids {
    pub pid: Option<u32>,
    pub tid: Option<u32>,
    pub cpu: Option<u32>,
}

impl Ids {
    /// Of the words before an event.
    pub fn of(words: &[&[u8]]) -> Self {
        let before = words.iter().take_while(|word| !word.strip_suffix(b":").is_some_and(is_time));
        let mut before: Vec<&[u8]> = before.copied().collect();
        let in_brackets = |word: &&[u8]| {
            word.strip_prefix(b"[").and_then(|word| word.strip_suffix(b"]")).is_some()
        };
        let cpu = before.pop_if(|word| in_brackets(&&**word));
        let cpu = cpu.and_then(|word| small(word.get(1..word.len() - 1)?));
        let ids = before.pop().filter(|word| is_ids(word));
        let (pid, tid) = ids.map_or((None, None), process_and_thread);
        Self { pid, tid, cpu }
    }
}

/// Whether a sample has three numbers between its event and the words of its data source, where perf prints two: one of
/// them was broken.
pub(super) fn is_broken(before: &[u8]) -> bool {
    let words = before.rsplit(|byte| *byte == b' ' || *byte == b'\t');
    let mut words = words.filter(|word| !word.is_empty());
    let are_numbers = words.by_ref().take(3).all(|word| hex(word).is_some());
    let event = words.next().and_then(|word| word.strip_suffix(b":"));
    are_numbers && event.is_some_and(|event| !is_time(event))
}

/// The number of a CPU, a process or a thread: a larger one is none.
fn small(digits: &[u8]) -> Option<u32> {
    decimal(digits).and_then(|number| u32::try_from(number).ok())
}

pub(super) fn is_time(token: &[u8]) -> bool {
    !token.is_empty() && token.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

fn is_ids(token: &[u8]) -> bool {
    token.iter().all(|byte| byte.is_ascii_digit() || *byte == b'/')
}

#[cfg(test)]
mod tests {
    #[test]
    fn ids_are_not_the_period() {
        let read = |head: &str| {
            let text = format!(
                "{head} 4040d0 1808042 |OP LOAD|LVL L1 hit|SNP None|TLB N/A|LCK No 12 401150 f (/d)\n"
            );
            let options = crate::Options { by_thread: true };
            let profile = crate::read(text.as_bytes(), options);
            let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
            let row = &profile.lines[0].rows[0];
            let cpu = row.cpus.first().map(|samples| samples.cpu);
            (row.pid, row.tid, cpu, row.period)
        };
        let of = |pid, tid, cpu, period| (pid, tid, cpu, period);
        let both = of(Some(3344), Some(3346), None, Some(17.0));
        let without = of(Some(3344), Some(3346), None, None);
        assert_eq!(
            read("demo 3344/3346 [002] 2.103: 17 ev:"),
            of(Some(3344), Some(3346), Some(2), Some(17.0))
        );
        assert_eq!(read("demo 3344/3346 2628.103015: 17 ev:"), both);
        assert_eq!(read("demo 3344/3346 2628.103015: ev:"), without);
        assert_eq!(read("demo 3344/3346 17 ev:"), both);
        assert_eq!(read("99 3344/3346 17 ev:"), both);
        assert_eq!(read("99 3344/3346 2628.103015: 17 ev:"), both);
        let thread = of(None, Some(3346), None, Some(17.0));
        assert_eq!(read("demo 3346 2628.103015: 17 ev:"), thread);
        assert_eq!(read("demo 3346 17 ev:"), thread);
        assert_eq!(read("demo 3346 ev:"), of(None, Some(3346), None, None));
        // No process and no CPU has such a number.
        let none = of(None, None, None, None);
        assert_eq!(read("demo 99999999999/99999999999 [99999999999] 2.103: ev:"), none);
    }

    #[test]
    fn three_numbers_behind_the_event_are_two_of_which_one_was_broken() {
        use super::is_broken;
        assert!(is_broken(b"demo 3344/3346 [002] 2.103: 17 ev: ffffffff82f00025 19668108 042 "));
        for whole in ["[002] 2.103: 17 ev: 4040d0 1808042 ", "[002] 2.103: 17 4040d0 1808042 "] {
            assert!(!is_broken(format!("demo 3344/3346 {whole}").as_bytes()), "{whole}");
        }
    }
}
