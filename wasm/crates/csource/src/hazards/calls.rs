//! Calls and operators that take an offset, a range of members, or all bytes of the struct.

use facts::{FileHazards, Hazard, HazardKind, MacroName, MacroUse, OffsetName};

use super::code::Code;
use super::macros::OwnMacros;
use super::operands::{Read, read_through};
use super::roles::{Role, is_offsetof, is_one_member_twice};
use super::subject::{Subject, hazard};
use super::variables::Variables;

/// A file or a macro's body, with what is known of its names.
pub struct Scan<'s, 'a> {
    /// What is read.
    pub code: &'s Code<'a>,
    /// The struct.
    pub subject: &'s Subject<'s>,
    /// Its variables.
    pub variables: &'s Variables<'a>,
    /// Macros of the file.
    pub own: &'s OwnMacros<'a>,
    /// The file is a table of offsets for assembly.
    pub is_table: bool,
}

impl Scan<'_, '_> {
    /// Every call and operator that depends on where members lie; each statement once.
    pub fn all(&self, found: &mut FileHazards) {
        let code = self.code;
        let mut done = 0;
        for open in 1..code.len() {
            if let Some(walk) = self.walk(open) {
                found.hazards.push(walk);
            }
            if open < done || !code.is(open, b'(') {
                continue;
            }
            found.hazards.extend(self.offset_from_null(open));
            if code.word(open - 1).is_empty() {
                continue;
            }
            let Some(close) = code.partner(open).filter(|close| *close > open) else {
                continue;
            };
            if let Some(hazard) = self.call(open, close) {
                // What stands inside an assertion or a copy is told with it.
                done = close;
                let name = code.word(open + 1);
                if self.is_table && hazard.kind == HazardKind::Asm && !name.is_empty() {
                    found.offsets.push(OffsetName {
                        name: String::from_utf8_lossy(name).into_owned(),
                        members: hazard.members.clone(),
                    });
                }
                found.hazards.push(hazard);
            } else {
                found.uses.extend(self.may_assert(open, close));
            }
        }
    }

    /// `LAYOUT_IS(struct x, a, 4)`, `FITS(struct x, 64)`: what is given a type is a macro, and another file may say that it asserts.
    fn may_assert(&self, open: usize, close: usize) -> Option<MacroUse> {
        let name = self.code.word(open - 1);
        if Role::of(name).is_some() || self.own.is_offset(name) {
            return None;
        }
        let behind = self.subject.mention(self.code, open + 1)?;
        let is_told =
            |at: usize| self.code.is_literal(at) || self.subject.has_member(self.code.word(at));
        let tells = self.code.is(behind, b',') && (behind + 1..close).any(is_told);
        tells.then(|| MacroUse {
            used: MacroName { name: text_of(name), call: true },
            arguments: Vec::new(),
            whole: false,
            hazard: Hazard {
                subject: text_of(name),
                ..self.place(HazardKind::Assertion, open, close)
            },
        })
    }

    fn call(&self, open: usize, close: usize) -> Option<Hazard> {
        let name = self.code.word(open - 1);
        if let Some(asserting) = self.own.asserting(name) {
            let named = asserting.names_it || self.subject.named_in(self.code, open, close);
            return named.then(|| Hazard {
                subject: String::from_utf8_lossy(name).into_owned(),
                size: asserting.size,
                ..self.place(HazardKind::Assertion, open, close)
            });
        }
        let role = if self.own.is_offset(name) { Role::Offsetof } else { Role::of(name)? };
        let found = match role {
            Role::Offsetof => self.offsetof(open, close),
            Role::Assertion => self.assertion(open, close),
            Role::Asm => self.asm(open, close),
            Role::Table if self.is_table => self.listed(HazardKind::Asm, open, close),
            Role::Table => None,
            Role::Group => self.group(open, close),
            Role::Memset => self.memset(open, close),
            Role::Copy => self.copy(open, close).or_else(|| self.serialised(open, close)),
            Role::Compare => {
                self.copy(open, close).or_else(|| self.bytes_of(HazardKind::Compared, open, close))
            }
            Role::Hash => {
                self.copy(open, close).or_else(|| self.bytes_of(HazardKind::Hashed, open, close))
            }
            Role::Transfer => self.whole(open, close).or_else(|| self.prefix(open, close)),
            Role::Request => self.request(open, close),
        }?;
        Some(Hazard { subject: String::from_utf8_lossy(name).into_owned(), ..found })
    }

    /// A call that names the struct.
    fn told(&self, kind: HazardKind, open: usize, close: usize) -> Option<Hazard> {
        self.subject.named_in(self.code, open, close).then(|| self.place(kind, open, close))
    }

    /// `CACHELINE_ASSERT_GROUP_SIZE(struct x, rx, 32)` names no member: it is about what lies after the group's
    /// first marker.
    fn group(&self, open: usize, close: usize) -> Option<Hazard> {
        let found = self.listed(HazardKind::Group, open, close)?;
        if !found.members.is_empty() {
            return Some(found);
        }
        let name = self.commas(open, close).first().map(|comma| self.code.word(comma + 1));
        let begin = |name| format!("__cacheline_group_begin__{}", text_of(name));
        Some(Hazard { members: name.map(begin).into_iter().collect(), ..found })
    }

    /// One of a table whose macros put the keyword before the tag themselves.
    fn listed(&self, kind: HazardKind, open: usize, close: usize) -> Option<Hazard> {
        let is_argument = self.subject.is_argument_in(self.code, open, close);
        self.told(kind, open, close).or_else(|| is_argument.then(|| self.place(kind, open, close)))
    }

    fn place(&self, kind: HazardKind, open: usize, close: usize) -> Hazard {
        let end = if self.code.is(close + 1, b';') { close + 1 } else { close };
        Hazard {
            members: self.subject.members_in(self.code, open, close),
            ..hazard(kind, self.code.line(open - 1), self.code.text(open - 1, end))
        }
    }

    fn offsetof(&self, open: usize, close: usize) -> Option<Hazard> {
        // `offsetof(struct x, a)`: of another struct it may name this one's members.
        let comma = (open..close).find(|at| self.code.is(*at, b','))?;
        let kind = match () {
            () if self.is_table => HazardKind::Asm,
            () if self.is_bound(open - 1, close) => HazardKind::Prefix,
            () => HazardKind::Offsetof,
        };
        self.subject
            .named_in(self.code, open, comma + 1)
            .then(|| self.place(kind, open, close))
            .map(|found| Hazard {
                members: self.subject.members_in(self.code, comma + 1, close),
                ..found
            })
    }

    /// `&((struct x *)0)->a`: an offset from before `offsetof`.
    fn offset_from_null(&self, open: usize) -> Option<Hazard> {
        let code = self.code;
        if !code.is(open - 1, b'&') || !code.is(open + 1, b'(') {
            return None;
        }
        let star = self.subject.mention(code, open + 2).filter(|star| code.is(*star, b'*'))?;
        let zero = star + 2;
        let member = zero + 4;
        let is_null = matches!(code.bytes(zero), b"0" | b"NULL")
            && code.is(zero + 1, b')')
            && code.is_arrow(zero + 2);
        (is_null && self.subject.has_member(code.word(member))).then(|| Hazard {
            members: vec![text_of(code.word(member))],
            ..hazard(HazardKind::Offsetof, code.line(open), code.text(open - 1, member))
        })
    }

    /// Whether an offset between two places is a bound: `n < offsetof(…)`, `offsetof(…) + sizeof(…)`, `sizeof(…) - offsetof(…)`.
    fn is_bound(&self, from: usize, close: usize) -> bool {
        let code = self.code;
        let is_sign = |at: usize| code.is(at, b'<') || code.is(at, b'>');
        let compares = |at: usize| {
            let sign = if code.is(at, b'=') { at.saturating_sub(1) } else { at };
            // `<<`, `>>`, `->`
            is_sign(sign)
                && !is_sign(sign + 1)
                && !sign
                    .checked_sub(1)
                    .is_some_and(|before| is_sign(before) || code.is(before, b'-'))
        };
        let is_size = |close: usize| {
            code.partner(close).is_some_and(|open| open > 0 && code.word(open - 1) == b"sizeof")
        };
        let before = from.saturating_sub(1);
        let sums = (code.is(close + 1, b'+') && code.word(close + 2) == b"sizeof")
            || ((code.is(before, b'+') || code.is(before, b'-'))
                && is_size(before.saturating_sub(1)));
        sums || compares(before) || compares(close + 1)
    }

    /// A call that takes the bytes from the struct's beginning to a member: `crc(p, offsetof(struct x, a))`.
    fn prefix(&self, open: usize, close: usize) -> Option<Hazard> {
        let code = self.code;
        let mut members = Vec::new();
        for at in open + 1..close {
            if is_offsetof(code.word(at)) && code.is(at + 1, b'(') {
                let end = code.behind(at + 1);
                if self.subject.named_in(code, at + 1, end) {
                    let comma = (at + 1..end).find(|comma| code.is(*comma, b','))?;
                    members.extend(self.subject.members_in(code, comma, end));
                }
            } else if let Some(of) = self.own.length(code.word(at)) {
                members.extend(of.iter().cloned());
            }
        }
        (members.len() == 1)
            .then(|| Hazard { members, ..self.place(HazardKind::Prefix, open, close) })
    }

    /// All bytes of the struct in their order, holes too.
    fn bytes_of(&self, kind: HazardKind, open: usize, close: usize) -> Option<Hazard> {
        let found = self.whole(open, close)?;
        // `kmalloc_hash(sizeof(struct x))` sees none of it.
        let commas = self.commas(open, close);
        let starts = std::iter::once(open + 1).chain(commas.iter().map(|comma| comma + 1));
        let ends = commas.iter().copied().chain([close]);
        let takes_it = starts.zip(ends).any(|(from, to)| {
            let behind = if code_is_cast(self.code, from) { self.code.behind(from) } else { from };
            self.points_to_it(behind, to)
        });
        takes_it.then_some(Hazard { kind, ..found })
    }

    /// `(&p->a)[1]`, `for (at = &p->a; at <= &p->b; at++)`: from member to member.
    fn walk(&self, at: usize) -> Option<Hazard> {
        let code = self.code;
        if !code.is(at, b'(') {
            return None;
        }
        let close = code.partner(at).filter(|close| *close > at)?;
        let member = |amp: usize| {
            code.is(amp, b'&').then(|| self.member_of_it(amp + 1)).flatten().map(text_of)
        };
        if code.word(at - 1) != b"for" {
            let index = code.is(close + 1, b'[') && code.bytes(close + 2) != b"0";
            // Of an array the brackets count its own elements.
            let ends = code.is_arrow(close.saturating_sub(3)) || code.is(close - 2, b'.');
            let is_call = !matches!(code.word(at - 1), b"" | b"return");
            let first = member(at + 1).filter(|_| index && ends && !is_call)?;
            let end = code.behind(close + 1) - 1;
            return Some(Hazard {
                members: vec![first],
                ..hazard(HazardKind::Walk, code.line(at), code.text(at, end))
            });
        }
        // The head of a loop is short.
        let end = close.min(at + 100);
        let first = (at..end).find_map(|from| member(from).filter(|_| code.is(from - 1, b'=')))?;
        let bound = |from: usize| {
            let sign = if code.is(from - 1, b'=') { from - 2 } else { from - 1 };
            code.is(sign, b'<') || code.is(sign, b'!')
        };
        let last = (at..end).find_map(|from| member(from).filter(|_| bound(from)))?;
        Some(Hazard {
            members: vec![first, last],
            ..hazard(HazardKind::Walk, code.line(at), code.text(at - 1, close))
        })
    }

    fn assertion(&self, open: usize, close: usize) -> Option<Hazard> {
        // `int x_check_size(struct x *p) {` declares a function.
        let before = open.checked_sub(2).map_or(&b""[..], |before| self.code.word(before));
        let declares = !before.is_empty() && !matches!(before, b"return" | b"else" | b"do");
        if declares || self.code.is(close + 1, b'{') || is_one_member_twice(self.code, open, close)
        {
            return None;
        }
        // One about something else that only mentions the struct (a cast), or about the size of one of its members
        // (`BUILD_BUG_ON(sizeof(*cb) > sizeof_field(struct sk_buff, cb))`), asks nothing of its layout.
        let whole = |at| self.is_size_of_whole(at) && !self.is_length(open, at);
        let size = (open..close).any(whole) || self.is_about_offsets(open);
        if !size && !self.code.has_word(open, close, is_offsetof) {
            return None;
        }
        if let Some(found) = self.told(HazardKind::Assertion, open, close) {
            // `sizeof(p->a) == 8` names a member and asks nothing of its place.
            let places = self.code.has_word(open, close, is_offsetof) || self.names_offsets(open);
            let members = if places { found.members } else { Vec::new() };
            return Some(Hazard { size, members, ..found });
        }
        // `BUILD_BUG_ON(sizeof(*p) > 64)`
        (open..close).any(whole).then(|| Hazard {
            members: Vec::new(),
            size: true,
            ..self.place(HazardKind::Assertion, open, close)
        })
    }

    /// Whether a size is how much a call reads or clears: `assert(!memcmp(&a, &b, sizeof(a)))` holds for any.
    fn is_length(&self, open: usize, at: usize) -> bool {
        let calls = (open + 1..at).filter(|bracket| self.code.is(*bracket, b'('));
        let mut around = calls.filter(|bracket| self.code.behind(*bracket) > at);
        around.any(|bracket| {
            let role = Role::of(self.code.word(bracket - 1));
            matches!(role, Some(Role::Copy | Role::Compare | Role::Hash | Role::Transfer))
        })
    }

    /// `ASSERT_OFFSET(struct x, a, 8)`: the offset is in the macro.
    fn is_about_offsets(&self, open: usize) -> bool {
        let name = String::from_utf8_lossy(self.code.word(open - 1)).to_lowercase();
        name.contains("size") || self.names_offsets(open)
    }

    fn names_offsets(&self, open: usize) -> bool {
        String::from_utf8_lossy(self.code.word(open - 1)).to_lowercase().contains("offset")
    }

    fn asm(&self, open: usize, close: usize) -> Option<Hazard> {
        let offsets = (open..close).any(|at| is_offsetof(self.code.word(at)));
        if offsets {
            return self.told(HazardKind::Asm, open, close);
        }
        let points = |from, to| self.points_to_it(from, to);
        let read = read_through(self.code, open, close, points)?;
        // Which member lies at a distance, only the layout tells.
        let members = match read {
            Read::Beginning => self.subject.first_member().map(str::to_owned).into_iter().collect(),
            Read::Distance => Vec::new(),
        };
        Some(Hazard { members, ..self.place(HazardKind::AsmDistance, open, close) })
    }

    fn memset(&self, open: usize, close: usize) -> Option<Hazard> {
        let found = self.place(HazardKind::Memset, open, close);
        let comma = (open..close).rfind(|at| self.code.is(*at, b','))?;
        let members = self.subject.members_in(self.code, comma, close);
        if members.is_empty() {
            return None;
        }
        let first = (open..close).find(|at| self.code.is(*at, b','))?;
        let certain = self.points_to_it(open + 1, first);
        // A variable of another struct, whose member has the same name.
        let address = usize::from(self.code.is(open + 1, b'&'));
        let other = self
            .variables
            .declared_as(self.code, open + 1 + address)
            .is_some_and(|one| open + 2 + address == first && !self.subject.is_called(one.tag));
        if other && !certain {
            return None;
        }
        Some(Hazard { members, certain, ..found })
    }

    /// `memcpy(&p->a, …)` with a length that is made of offsets or of the struct's own size.
    fn copy(&self, open: usize, close: usize) -> Option<Hazard> {
        let last = self.last_argument(open, close)?;
        let member = (open..last).any(|at| self.member_of_it(at).is_some());
        let offsets = (last..close).any(|at| is_offsetof(self.code.word(at)))
            && self.subject.named_in(self.code, last, close);
        let difference = (last..close).any(|at| {
            self.code.is(at, b'-')
                && !self.code.is_arrow(at)
                && self.takes_place_of_member(at, close)
        });
        let whole = self.asks_size_of_whole(last, close);
        // `memcpy(&p->a, from, sizeof(p->a) + sizeof(p->b))`
        let sizes = (last..close).filter(|at| self.code.word(*at) == b"sizeof").count();
        let summed =
            sizes > 1 && (last..close).filter(|at| self.member_of_it(*at).is_some()).count() > 1;
        if !member
            && !whole
            && !difference
            && let Some(found) = self.prefix(open, close)
        {
            return Some(found);
        }
        if !(offsets || difference || (member && (whole || summed))) {
            return None;
        }
        // `memset(&p->a, 0, size - offsetof(struct x, a))`: what a variable says is how long the whole is.
        let rest = self.code.word(last).iter().any(u8::is_ascii_lowercase)
            && self.code.is(last + 1, b'-')
            && is_offsetof(self.code.word(last + 2));
        let found = self.place(HazardKind::CopiedRange, open, close);
        Some(Hazard { size: whole || rest, ..found })
    }

    /// Whether `- …` goes on with the address of a member: `(char *)&p->b - (char *)&p->a`.
    fn takes_place_of_member(&self, minus: usize, close: usize) -> bool {
        (minus..close).any(|at| self.member_of_it(at).is_some())
            && (minus + 1..close).any(|at| self.code.is(at, b'&'))
    }

    /// `_IOW('x', 1, struct x)`: the number of a request has the struct's size in it, and its bytes cross to programs.
    fn request(&self, open: usize, close: usize) -> Option<Hazard> {
        let told = self.told(HazardKind::WholeCopy, open, close)?;
        Some(Hazard { members: Vec::new(), ..told })
    }

    /// `memcpy(buffer, p, sizeof(*p))`, where the other side is bytes.
    fn serialised(&self, open: usize, close: usize) -> Option<Hazard> {
        let commas: Vec<usize> = self.commas(open, close);
        let [first, second] = commas[..] else { return None };
        if !self.asks_size_of_whole(second + 1, close) {
            return None;
        }
        let sides = [(open + 1, first), (first + 1, second)];
        let bytes = sides.iter().any(|(from, to)| self.is_bytes(*from, *to));
        let it = sides.iter().any(|(from, to)| self.points_to_it(*from, *to));
        (bytes && it).then(|| Hazard {
            members: Vec::new(),
            ..self.place(HazardKind::WholeCopy, open, close)
        })
    }

    /// `buf`, `buf + n`, `&buf[n]`, `skb->data`: bytes, by what they are declared as or by what they are called.
    fn is_bytes(&self, from: usize, to: usize) -> bool {
        let code = self.code;
        let start = from + usize::from(code.is(from, b'&'));
        let mut name = start;
        while code.is_arrow(name + 1) || code.is(name + 1, b'.') {
            name += if code.is(name + 1, b'.') { 2 } else { 3 };
        }
        if name >= to || code.word(name).is_empty() {
            return false;
        }
        if name > start {
            return matches!(code.word(name), b"data" | b"buf" | b"buffer" | b"payload");
        }
        self.variables.declared_as(code, name).is_some_and(|one| is_byte(one.tag))
    }

    fn commas(&self, open: usize, close: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = open + 1;
        while at < close {
            if self.code.is(at, b',') {
                found.push(at);
            }
            let opens = self.code.is(at, b'(') || self.code.is(at, b'{') || self.code.is(at, b'[');
            at = if opens { self.code.behind(at) } else { at + 1 };
        }
        found
    }

    /// A call that hands all bytes of the struct to another program or machine.
    fn whole(&self, open: usize, close: usize) -> Option<Hazard> {
        self.asks_size_of_whole(open, close).then(|| Hazard {
            members: Vec::new(),
            ..self.place(HazardKind::WholeCopy, open, close)
        })
    }

    fn asks_size_of_whole(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| self.is_size_of_whole(at))
    }

    /// `sizeof(struct x)`, `sizeof(v)`, `sizeof(*p)`, `sizeof v`, `_Alignof(struct x)`
    fn is_size_of_whole(&self, at: usize) -> bool {
        let code = self.code;
        let asks = [&b"sizeof"[..], b"alignof", b"_Alignof", b"__alignof__"];
        if !asks.contains(&code.word(at)) {
            return false;
        }
        let mut begin = at + 1;
        let mut end = begin + 1;
        if code.is(begin, b'(') {
            end = code.behind(begin) - 1;
            begin += 1;
        } else if code.is(begin, b'*') {
            end += 1;
        }
        self.is_it(begin, end)
    }

    /// Whether `from..to` is the struct: its type, a variable of it, or what a pointer to it points at.
    fn is_it(&self, from: usize, to: usize) -> bool {
        let code = self.code;
        if self.subject.mention(code, from) == Some(to) {
            return true;
        }
        let stars = (from..to).take_while(|at| code.is(*at, b'*')).count();
        let name = from + stars;
        if name + 1 != to {
            return false;
        }
        self.variables
            .named(code.word(name), name)
            .is_some_and(|variable| variable.stars as usize == stars && variable.dimensions == 0)
    }

    /// Whether `from..to` is `p`, `&v`.
    fn points_to_it(&self, from: usize, to: usize) -> bool {
        let code = self.code;
        let address = usize::from(code.is(from, b'&'));
        let name = from + address;
        name + 1 == to
            && self
                .variables
                .named(code.word(name), name)
                .is_some_and(|variable| variable.stars as usize == 1 - address)
    }

    /// `p->a`, `v.a`, where `p` and `v` are the struct's: the member.
    fn member_of_it(&self, at: usize) -> Option<&[u8]> {
        let code = self.code;
        let variable = self.variables.named(code.word(at), at)?;
        let member = match variable.stars {
            0 if code.is(at + 1, b'.') => at + 2,
            1 if code.is_arrow(at + 1) => at + 3,
            _ => return None,
        };
        Some(code.word(member)).filter(|name| self.subject.has_member(name))
    }

    fn last_argument(&self, open: usize, close: usize) -> Option<usize> {
        self.commas(open, close).last().map(|comma| comma + 1)
    }
}

fn is_byte(word: &[u8]) -> bool {
    matches!(word, b"char" | b"void" | b"u8" | b"__u8" | b"uint8_t" | b"byte" | b"uchar")
}

fn text_of(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// `(const void *) p`
fn code_is_cast(code: &Code, at: usize) -> bool {
    let close = code.behind(at) - 1;
    code.is(at, b'(') && code.is(close - 1, b'*') && !code.word(at + 1).is_empty()
}
