//! Prints the clean lines of standard input.
use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let mut lines = mailtext::Lines::default();
    let mut print = |line: mailtext::Line| println!("{}", line.text);
    lines.push(&bytes, &mut print);
    lines.finish(&mut print);
    Ok(())
}
