//! Where the columns of a table stand.

/// The place of each column that is read, by the header of its table. Found once: a header may have as many
/// columns as the table has rows.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub samples: Option<usize>,
    pub local_weight: Option<usize>,
    pub weight: Option<usize>,
    pub access: Option<usize>,
    pub symbol: Option<usize>,
    pub object: Option<usize>,
    pub data_symbol: Option<usize>,
    pub data_object: Option<usize>,
    pub snoop: Option<usize>,
}

impl Columns {
    /// The columns that a header names; of two with one name the first.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut found = Self::default();
        for (at, name) in names.enumerate() {
            let place = match name {
                "Samples" => &mut found.samples,
                "Local Weight" => &mut found.local_weight,
                "Weight" => &mut found.weight,
                "Memory access" => &mut found.access,
                "Symbol" => &mut found.symbol,
                "Shared Object" => &mut found.object,
                "Data Symbol" => &mut found.data_symbol,
                "Data Object" => &mut found.data_object,
                "Snoop" => &mut found.snoop,
                _ => continue,
            };
            place.get_or_insert(at);
        }
        found
    }
}
