//! The CPUs that touched a row, with their samples.

use facts::CpuSamples;

/// CPUs with their samples. New ones are put in order many at a time: a text may name a million CPUs, and to
/// put each in its place at once would move all of them each time.
#[derive(Debug, Default)]
pub struct Cpus {
    /// In order, each CPU once.
    sorted: Vec<CpuSamples>,
    /// What is not among them yet; a CPU may stand here more than once.
    recent: Vec<CpuSamples>,
}

/// As many as wait before they are put in order, at least.
const LEAST_RECENT: usize = 16;

impl Cpus {
    /// Counts samples of a CPU.
    pub fn add(&mut self, samples: CpuSamples) {
        let known = self.sorted.binary_search_by_key(&samples.cpu, |known| known.cpu);
        match known.ok().and_then(|at| self.sorted.get_mut(at)) {
            Some(known) => merge(known, &samples),
            None => {
                self.recent.push(samples);
                if self.recent.len() >= self.sorted.len().max(LEAST_RECENT) {
                    self.settle();
                }
            }
        }
    }

    /// All of them in order, each once.
    pub fn list(&self) -> Vec<CpuSamples> {
        let mut all = Self { sorted: self.sorted.clone(), recent: self.recent.clone() };
        all.settle();
        all.sorted
    }

    fn settle(&mut self) {
        self.sorted.append(&mut self.recent);
        facts::sort_by(&mut self.sorted, |a, b| a.cpu.cmp(&b.cpu));
        self.sorted.dedup_by(|next, known| {
            let same = next.cpu == known.cpu;
            if same {
                merge(known, next);
            }
            same
        });
    }
}

fn merge(known: &mut CpuSamples, more: &CpuSamples) {
    known.loads = known.loads.saturating_add(more.loads);
    known.stores = known.stores.saturating_add(more.stores);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_order_and_once_whenever_they_came() {
        let mut cpus = Cpus::default();
        for turn in 0..3 {
            for cpu in (0..50).rev() {
                cpus.add(CpuSamples { cpu, loads: 1, stores: turn });
            }
        }
        let list = cpus.list();
        assert_eq!(list.len(), 50);
        assert!(list.iter().enumerate().all(|(at, samples)| {
            *samples == CpuSamples { cpu: at as u32, loads: 3, stores: 3 }
        }));
    }
}
