//! What a question means: an address, a place in a function, a function.

use super::Program;

/// A parsed question.
pub(super) enum Query {
    Address(u64),
    Function(String),
    Within(String, u64),
}

impl Program {
    pub(super) fn parse(&self, query: &str) -> Result<Query, String> {
        const SHORTEST_BARE_ADDRESS: usize = 8;
        let query = query.trim();
        if query.starts_with("0x") {
            let address = address_of(query).ok_or_else(|| format!("`{query}` is no address"))?;
            return Ok(Query::Address(address));
        }
        if query.len() >= SHORTEST_BARE_ADDRESS
            && let Some(address) = hex(query)
            && self.named(query).is_empty()
        {
            return Ok(Query::Address(address));
        }
        if let Some((name, offset)) = query.rsplit_once('+')
            && !name.is_empty()
            && !is_operator(name)
            && self.symbols.functions.iter().all(|symbol| &*symbol.name != query)
        {
            // The kernel prints `symbol+0x1a/0x40`.
            let offset = offset.split('/').next().unwrap_or(offset);
            let number = match offset.strip_prefix("0x") {
                Some(digits) => hex(digits),
                None => offset.parse().ok(),
            };
            let number = number.ok_or_else(|| {
                format!("`{offset}` is no offset: write it in decimal, or in hex after 0x")
            })?;
            return Ok(Query::Within(name.to_owned(), number));
        }
        Ok(Query::Function(query.to_owned()))
    }
}

/// Whether what follows a plus is no offset: `app::Sum::operator+(int)`, `operator++`.
pub(super) fn is_operator(before_plus: &str) -> bool {
    before_plus.trim_end_matches('+').ends_with("operator")
}

/// `0x…` as a number.
pub(super) fn address_of(query: &str) -> Option<u64> {
    hex(query.trim().strip_prefix("0x")?)
}

fn hex(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok()
}
