//! Prints the profiles of a text or recording.
fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        match perf::read_all(&std::fs::read(&path)?, perf::Options::default()) {
            Ok(all) => all.iter().for_each(|named| println!("{named:#?}")),
            Err(error) => println!("{path}: {error}"),
        }
    }
    Ok(())
}
