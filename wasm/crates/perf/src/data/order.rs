//! Records in the order of their time stamps.
//!
//! Each CPU's buffer is in order, the file is not. perf sorts between two `PERF_RECORD_FINISHED_ROUND`
//! (`tools/perf/util/ordered-events.c`): at the end of a round everything up to the latest time of the round
//! before is complete.

/// Records that wait for their turn.
#[derive(Debug)]
pub struct Ordered<T> {
    waiting: Vec<(u64, T)>,
    latest: u64,
    complete_to: u64,
}

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self { waiting: Vec::new(), latest: 0, complete_to: 0 }
    }
}

impl<T> Ordered<T> {
    /// Adds a record.
    pub fn push(&mut self, time: u64, record: T) {
        self.latest = self.latest.max(time);
        self.waiting.push((time, record));
    }

    /// A round is over: what is complete, in order.
    pub fn finish_round(&mut self) -> Vec<T> {
        let limit = std::mem::replace(&mut self.complete_to, self.latest);
        // Sorting is stable, so that records of equal time keep their order in the file.
        facts::sort_by(&mut self.waiting, |a, b| a.0.cmp(&b.0));
        let ready = self.waiting.partition_point(|(time, _)| *time <= limit);
        self.waiting.drain(..ready).map(|(_, record)| record).collect()
    }

    /// Everything that is left, in order.
    pub fn finish(&mut self) -> Vec<T> {
        facts::sort_by(&mut self.waiting, |a, b| a.0.cmp(&b.0));
        self.waiting.drain(..).map(|(_, record)| record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_gives_out_what_the_round_before_completed() {
        let mut ordered = Ordered::default();
        ordered.push(5, "b");
        ordered.push(3, "a");
        assert!(ordered.finish_round().is_empty());
        ordered.push(9, "d");
        ordered.push(4, "late");
        assert_eq!(ordered.finish_round(), ["a", "late", "b"]);
        assert_eq!(ordered.finish(), ["d"]);
    }
}
