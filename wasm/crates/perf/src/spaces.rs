//! Which samples of texts are of the same memory.

use rustc_hash::FxHashMap;

use crate::tables::Sample;

/// Which samples of equal address are on one line: those of the kernel, those of one process, and,
/// where physical addresses tell, those of processes that share the memory.
#[derive(Debug, Default)]
pub struct Spaces {
    by_physical: FxHashMap<(u64, u64), u64>,
    // With the physical page that the process saw last.
    by_process: FxHashMap<(u64, u64), (u64, u64)>,
}

impl Spaces {
    /// The space of a sample: equal for equal memory.
    pub fn of(&mut self, sample: &Sample) -> u64 {
        let Some(pid) = sample.pid.filter(|_| sample.address >> 63 == 0) else {
            return 0;
        };
        let pid = u64::from(pid) + 1;
        let Some(physical) = sample.physical.filter(|physical| *physical != 0) else {
            return pid;
        };
        // A page that migrates keeps its process; a page that is shared keeps its physical address.
        let (page, behind) = (sample.address >> 12, physical >> 12);
        if let Some((space, last)) = self.by_process.get_mut(&(page, pid)) {
            if *last != behind {
                *last = behind;
                self.by_physical.entry((page, behind)).or_insert(*space);
            }
            return *space;
        }
        let space = *self.by_physical.entry((page, behind)).or_insert(pid);
        self.by_process.insert((page, pid), (space, behind));
        space
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_src::{DataSrc, classify};

    fn sample(pid: u32, address: u64, physical: u64) -> Sample {
        let raised = classify(DataSrc(0x180_8042), address, false);
        Sample { pid: Some(pid), physical: Some(physical), ..Sample::of(raised, address) }
    }

    #[test]
    fn processes_share_a_page_by_its_physical_address_also_after_it_moved() {
        let mut spaces = Spaces::default();
        let first = spaces.of(&sample(1, 0x50_1210, 0x3_0210));
        assert_eq!(spaces.of(&sample(2, 0x50_1218, 0x3_0218)), first);
        assert_eq!(spaces.of(&sample(1, 0x50_1210, 0x9_0210)), first, "the page moved");
        assert_eq!(spaces.of(&sample(3, 0x50_1210, 0x9_0210)), first);
        assert_ne!(spaces.of(&sample(4, 0x50_1210, 0x7_0210)), first, "its own memory");
        assert_ne!(spaces.of(&sample(5, 0x50_1210, 0)), first, "nothing is known");
    }

    #[test]
    fn the_kernel_has_one_space() {
        let mut spaces = Spaces::default();
        let kernel = 0xffff_8881_0000_0000;
        assert_eq!(spaces.of(&sample(1, kernel, 0)), spaces.of(&sample(2, kernel, 0x1000)));
    }
}
