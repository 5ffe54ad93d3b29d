//! Fences around code, as Markdown has them.

const SIGNS: [&str; 2] = ["```", "~~~"];

/// The fence that is open.
#[derive(Debug, Default)]
pub(crate) struct Fence(Option<&'static str>);

impl Fence {
    /// Whether a line is a fence, which opens code or closes it.
    pub fn takes(&mut self, text: &str) -> bool {
        let sign = SIGNS.into_iter().find(|sign| text.trim_start().starts_with(sign));
        if sign.is_some() {
            self.0 = if self.0.is_none() { sign } else { None };
        }
        sign.is_some()
    }

    /// The last line of the code, where its fence stands right after it: the text ends in that line without a line end.
    pub fn off<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let bare = text.trim_end().strip_suffix(self.0?)?;
        self.0 = None;
        Some(bare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_may_stand_right_after_its_code() {
        let mut fence = Fence::default();
        assert_eq!(fence.off("a ```"), None, "none is open");
        assert!(fence.takes("  ```text"));
        assert!(!fence.takes("a"));
        assert_eq!(fence.off("a~~~"), None, "the other sign");
        assert_eq!(fence.off("a```  "), Some("a"));
        assert_eq!(fence.off("a```"), None, "it is closed");
        assert!(fence.takes("~~~") && fence.takes("~~~"));
        assert_eq!(fence.off("a~~~"), None, "a line of its own closed it");
    }
}
