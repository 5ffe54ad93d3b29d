//! `cargo modules` builds the WASM modules and their JavaScript into `wasm/pkg/`; `cargo modules reports` that one alone.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// What the first opened file may cost to load.
const TYPES_BUDGET_KILOBYTES: usize = 400;
/// What the first report, or text that may be one, may cost.
const REPORTS_BUDGET_KILOBYTES: usize = 320;
/// What the first C source or patch may cost.
const SOURCE_BUDGET_KILOBYTES: usize = 360;
/// What the first question about an instruction may cost.
const CODE_BUDGET_KILOBYTES: usize = 310;
/// What the first report of a program in C++ or Rust may cost.
const NAMES_BUDGET_KILOBYTES: usize = 130;

/// The features of `bindings` that become a module each.
const MODULES: [&str; 5] = ["types", "reports", "source", "code", "names"];

fn main() -> ExitCode {
    let only = std::env::args().nth(1);
    match build(only.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

/// Builds `bindings` once for each of its modules and writes `hitmap_types.js` and the like, their types and the modules
/// into `wasm/pkg/`. One output serves a worker made from a blob and Node alike: both hand the compiled module to `initSync({ module })`, so nothing is ever fetched.
fn build(only: Option<&str>) -> Result<(), String> {
    let places = forget_places();
    let modules = MODULES.into_iter().filter(|module| only.is_none_or(|name| name == *module));
    let built =
        modules.map(|module| build_module(module, &places)).collect::<Result<Vec<_>, _>>()?;
    if built.is_empty() {
        return Err(format!("there is no such module; there are {}", MODULES.join(", ")));
    }
    Ok(())
}

fn build_module(feature: &str, places: &str) -> Result<(), String> {
    let started = Instant::now();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--package", "bindings", "--target", TARGET])
        .args(["--no-default-features", "--features", feature, "--config", places])
        .current_dir(workspace())
        .status()
        .map_err(|error| format!("could not start cargo: {error}"))?;
    if !status.success() {
        return Err(format!(
            "could not build the WASM module; if the target is missing, run `rustup target add {TARGET}`"
        ));
    }
    let module = target_dir().join(TARGET).join("release/bindings.wasm");
    let pkg = workspace().join("pkg");
    Bindgen::new()
        // A third of the module, and nothing that the page shows.
        .remove_name_section(true)
        .remove_producers_section(true)
        .input_path(module)
        .out_name(&format!("hitmap_{feature}"))
        .web(true)
        .and_then(|bindgen| bindgen.omit_default_module_path(true).typescript(true).generate(&pkg))
        .map_err(|error| format!("wasm-bindgen refused the module: {error:#}"))?;
    let budget = match feature {
        "code" => CODE_BUDGET_KILOBYTES,
        "names" => NAMES_BUDGET_KILOBYTES,
        "reports" => REPORTS_BUDGET_KILOBYTES,
        "source" => SOURCE_BUDGET_KILOBYTES,
        _ => TYPES_BUDGET_KILOBYTES,
    };
    let seconds = started.elapsed().as_secs();
    print_size(&pkg.join(format!("hitmap_{feature}_bg.wasm")), budget, seconds)
}

/// Cargo configuration by which panic messages name a crate's files without the folder of this machine
/// that Cargo unpacked them into: the module has the same bytes wherever it is built. It comes beside
/// the flags of `.cargo/config.toml`. Files of the workspace are named from its root anyhow.
fn forget_places() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?;
        Some(PathBuf::from(home).join(".cargo"))
    });
    // One folder for each registry; that of this tool's own crates is there by now.
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let flags: Vec<String> = registries
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .map(|folder| format!("{:?}", format!("--remap-path-prefix={}=crates", folder.display())))
        .collect();
    format!("target.{TARGET}.rustflags=[{}]", flags.join(","))
}

fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}

fn print_size(module: &Path, budget: usize, seconds: u64) -> Result<(), String> {
    let bytes = fs::read(module).map_err(|error| format!("could not read the module: {error}"))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder
        .write_all(&bytes)
        .and_then(|()| encoder.finish())
        .map_err(|error| format!("could not measure the module: {error}"))?;
    println!(
        "{}: {} KB, {} KB compressed (budget {budget} KB), in {seconds} s",
        module.file_name().unwrap_or_default().display(),
        bytes.len() / 1000,
        packed.len() / 1000
    );
    Ok(())
}

/// The folder `wasm/`, wherever the command was started.
fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
