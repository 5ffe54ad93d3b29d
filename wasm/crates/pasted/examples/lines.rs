//! Prints the clean lines of standard input.
use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let mut lines = pasted::Lines::default();
    let mut print = |line: pasted::Line| {
        println!(
            "{}{}",
            line.text.replace(pasted::GAP, "\u{240b}"),
            if line.cut { " (cut)" } else { "" }
        )
    };
    lines.push(&bytes, &mut print);
    lines.finish(&mut print);
    Ok(())
}
