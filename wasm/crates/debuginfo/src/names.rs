//! C names of types, written around a declarator that is left out: `int (*)(struct page *)`,
//! `char *[4]`, `unsigned long[2][3]`.

/// Builds a type's name from the outside in: start with the member's own type, add each
/// derivation as the chain of types is walked, finish with the name at its end.
///
/// ```
/// use debuginfo::names::Declarator;
/// let mut pointers = Declarator::new(); // char *[4]
/// pointers.array(Some(4));
/// pointers.pointer();
/// assert_eq!(pointers.finish("char"), "char *[4]");
/// let mut callback = Declarator::new(); // int (*const)(struct page *)
/// callback.qualifier("const");
/// callback.pointer();
/// callback.function("struct page *");
/// assert_eq!(callback.finish("int"), "int (*const)(struct page *)");
/// ```
#[derive(Debug, Default)]
pub struct Declarator {
    text: String,
    /// Qualifiers that wait for the pointer or the name that they belong to.
    qualifiers: Vec<&'static str>,
}

impl Declarator {
    /// Nothing around the name yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// `const`, `volatile`, `restrict`, `_Atomic`: of what comes next in the chain.
    pub fn qualifier(&mut self, word: &'static str) {
        if !self.qualifiers.contains(&word) {
            self.qualifiers.push(word);
        }
    }

    /// A pointer to what comes next.
    pub fn pointer(&mut self) {
        self.indirection("*");
    }

    /// `&`, `&&`, or a pointer to member (`Shape::*`).
    pub fn indirection(&mut self, symbol: &str) {
        let space =
            if self.qualifiers.is_empty() || self.text.is_empty() || self.text.starts_with('[') {
                ""
            } else {
                " "
            };
        self.text = format!("{symbol}{}{space}{}", self.qualifiers.join(" "), self.text);
        self.qualifiers.clear();
    }

    /// An array of what comes next; `None` is `[]`. Qualifiers pass through to the element.
    pub fn array(&mut self, count: Option<u64>) {
        self.parenthesise();
        match count {
            Some(count) => self.text.push_str(&format!("[{count}]")),
            None => self.text.push_str("[]"),
        }
    }

    /// A function that returns what comes next; `parameters` is what stands between the
    /// parentheses (`void` for none).
    pub fn function(&mut self, parameters: &str) {
        self.qualifiers.clear();
        self.parenthesise();
        self.text.push('(');
        self.text.push_str(parameters);
        self.text.push(')');
    }

    /// Puts the name at the end of the chain before everything.
    pub fn finish(self, name: &str) -> String {
        let mut result = String::with_capacity(name.len() + self.text.len() + 8);
        for word in &self.qualifiers {
            result.push_str(word);
            result.push(' ');
        }
        result.push_str(name);
        if !self.text.is_empty() && !self.text.starts_with('[') {
            result.push(' ');
        }
        result.push_str(&self.text);
        result
    }

    /// The same within a name that has so much room.
    pub fn finish_in(self, room: &mut Room, name: &str) -> String {
        room.take(name.len());
        self.finish(name)
    }

    /// A pointer binds looser than `[]` and `()`.
    fn parenthesise(&mut self) {
        if self.text.starts_with(['*', '&']) || self.text.contains("::*") {
            self.text = format!("({})", self.text);
        }
    }
}

/// How much is spelled out of the prototypes within the names of one struct: in a damaged file a prototype can
/// take itself as a parameter, again and again. What stands outside of parameter lists is never cut.
///
/// ```
/// use debuginfo::names::Room;
/// let mut room = Room::new();
/// room.begin(); // a name
/// assert!(room.enter()); // a parameter list
/// assert!(room.take(3)); // `int`
/// room.leave();
/// ```
#[derive(Debug)]
pub struct Room {
    in_all: usize,
    in_name: usize,
    depth: u32,
}

/// The longest prototypes of the kernel take a third of it.
const MAX_NAME_BYTES: usize = 2000;
/// Some thousand prototypes of the usual length.
const MAX_BYTES: usize = 1 << 20;
/// Prototypes in prototypes, deeper than anyone reads.
const MAX_NESTING: u32 = 4;

impl Default for Room {
    fn default() -> Self {
        Self { in_all: MAX_BYTES, in_name: MAX_NAME_BYTES, depth: 0 }
    }
}

impl Room {
    /// For all names of one struct.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next name begins.
    pub fn begin(&mut self) {
        self.in_name = MAX_NAME_BYTES.min(self.in_all);
        self.depth = 0;
    }

    /// A parameter list begins; where this is `false`, `…` stands for it.
    pub fn enter(&mut self) -> bool {
        let enters = self.depth < MAX_NESTING && self.in_name > 0;
        self.depth += u32::from(enters);
        enters
    }

    /// The parameter list that was entered last ends.
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Takes room for `bytes` of text, or for a step from type to type (1); where this is `false`, `…` stands for
    /// the rest.
    pub fn take(&mut self, bytes: usize) -> bool {
        if self.depth == 0 {
            return true;
        }
        let has_room = self.in_name > 0;
        self.in_name = self.in_name.saturating_sub(bytes);
        self.in_all = self.in_all.saturating_sub(bytes);
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::Declarator;

    #[test]
    fn nests_pointers_arrays_and_functions() {
        // long (*(*)[3])(void): a pointer to an array of 3 pointers to functions.
        let mut declarator = Declarator::new();
        declarator.pointer();
        declarator.array(Some(3));
        declarator.pointer();
        declarator.function("void");
        assert_eq!(declarator.finish("long"), "long (*(*)[3])(void)");
    }

    #[test]
    fn writes_qualifiers_where_they_belong() {
        let mut declarator = Declarator::new();
        declarator.qualifier("volatile");
        declarator.pointer();
        declarator.qualifier("const");
        assert_eq!(declarator.finish("struct list_head"), "const struct list_head *volatile");
        let mut double = Declarator::new();
        double.pointer();
        double.qualifier("const");
        double.pointer();
        assert_eq!(double.finish("char"), "char *const *");
        let mut array = Declarator::new();
        array.array(Some(2));
        array.array(Some(3));
        array.qualifier("const");
        assert_eq!(array.finish("unsigned long"), "const unsigned long[2][3]");
    }

    #[test]
    fn leaves_a_plain_name_alone() {
        assert_eq!(Declarator::new().finish("atomic_t"), "atomic_t");
    }
}
