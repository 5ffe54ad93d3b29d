//! The document as version 1 has it. What is not read is not named here: serde skips it.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Document {
    pub machine: Option<Machine>,
    pub dsos: Vec<Dso>,
}

#[derive(Deserialize)]
pub(super) struct Machine {
    pub os_release: Option<String>,
    pub perf_version: Option<String>,
    pub arch: Option<String>,
    pub cmdline: Option<Vec<String>>,
    pub cacheline_size: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct Dso {
    pub dso: Option<String>,
    pub build_id: Option<String>,
    #[serde(default)]
    pub types: Vec<Type>,
}

#[derive(Deserialize)]
pub(super) struct Type {
    #[serde(rename = "type")]
    pub name: String,
    pub size: Option<u64>,
    pub members: Option<Vec<Member>>,
    #[serde(default)]
    pub histograms: Vec<Histogram>,
}

#[derive(Deserialize)]
pub(super) struct Member {
    #[serde(default)]
    pub name: String,
    pub offset: u64,
    pub size: u64,
    #[serde(default)]
    pub children: Vec<Member>,
}

#[derive(Deserialize)]
pub(super) struct Histogram {
    pub event: Option<String>,
    pub total_samples: Option<u64>,
    #[serde(default)]
    pub samples: Vec<Sample>,
}

#[derive(Deserialize)]
pub(super) struct Sample {
    pub offset: u64,
    pub nr_samples_load: u64,
    pub nr_samples_store: u64,
}
