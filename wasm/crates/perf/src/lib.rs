//! perf's recordings and reports to one access profile.
