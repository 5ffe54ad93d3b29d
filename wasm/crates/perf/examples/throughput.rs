//! How fast `perf script` text is read: 100 MB of invented samples in chunks of 1 MB.

use std::time::Instant;

fn main() {
    let text = samples(100_000_000);
    let begin = Instant::now();
    let mut reader = perf::Reader::new(perf::ProfileKind::Script, perf::Options::default());
    for chunk in text.chunks(1 << 20) {
        reader.push(chunk);
    }
    let read = reader.bytes_read();
    match reader.finish() {
        Ok(profiles) => {
            let profile = &profiles[0].profile;
            let seconds = begin.elapsed().as_secs_f64();
            println!(
                "{} samples, {} lines, {:.0} MB/s",
                profile.totals.records.unwrap_or(0),
                profile.lines.len(),
                read as f64 / seconds / 1e6
            );
        }
        Err(error) => println!("{error}"),
    }
}

/// Samples of 60 threads on 32 CPUs over a few hot lines and many cold ones.
fn samples(bytes: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes + 256);
    let mut state = 1u64;
    while out.len() < bytes {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let random = state >> 33;
        let hot = !random.is_multiple_of(4);
        let address = 0xffff_8880_1234_0000 + if hot { random % 512 } else { random % (1 << 24) };
        let source: u64 =
            [0x180_8042, 0x180_0842, 0x110_0142, 0x110_0144][(random % 7 % 4) as usize];
        let line = format!(
            "          worker  4711/{:<5} [{:03}] 2628.{:06}: cpu/mem-loads,ldlat=30/P: {address:16x} {source:16x} |OP LOAD|LVL L3 hit|SNP HitM|TLB N/A|LCK N/A|BLK  N/A {:16} {:16x} function_{}+0x10 ([kernel.kallsyms]) {:16x}\n",
            4712 + random % 60,
            random % 32,
            random % 1_000_000,
            30 + random % 900,
            0xffff_ffff_8100_0000u64 + random % 200 * 16,
            random % 200,
            address & 0xffff_ffff,
        );
        out.extend_from_slice(line.as_bytes());
    }
    out
}
