//! How wide a line is.

/// Characters of a line at two places of its way, of which one may be that of a break.
#[derive(Debug, Clone, Copy, Default)]
pub struct Widths {
    /// With all that a terminal does not show.
    pub raw: usize,
    /// With what stands before it.
    pub shown: usize,
    /// So many more the line has without what stands before it, since signs in it were mended.
    pub grown: isize,
}
