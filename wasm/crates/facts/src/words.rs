//! Words of C that distinguish facts.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a type with members is, by its keyword. As a number (in [`crate::StructIndex::kinds`]) it is its place here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Keyword {
    /// `struct`
    Struct,
    /// `union`
    Union,
    /// C++ `class`
    Class,
}

impl Keyword {
    /// As C writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Keyword::Struct => "struct",
            Keyword::Union => "union",
            Keyword::Class => "class",
        }
    }

    /// The keyword that this word is.
    pub fn of(word: &str) -> Option<Keyword> {
        [Keyword::Struct, Keyword::Union, Keyword::Class]
            .into_iter()
            .find(|keyword| keyword.as_str() == word)
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What a type that has a tag is, by its keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TagKeyword {
    /// `struct`
    Struct,
    /// `union`
    Union,
    /// C++ `class`
    Class,
    /// `enum`
    Enum,
}

impl TagKeyword {
    /// The keyword that this word is.
    pub fn of(word: &str) -> Option<TagKeyword> {
        match word {
            "enum" => Some(TagKeyword::Enum),
            _ => Keyword::of(word).map(TagKeyword::from),
        }
    }
}

impl From<Keyword> for TagKeyword {
    fn from(keyword: Keyword) -> TagKeyword {
        match keyword {
            Keyword::Struct => TagKeyword::Struct,
            Keyword::Union => TagKeyword::Union,
            Keyword::Class => TagKeyword::Class,
        }
    }
}

/// What the bits of a scalar mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Encoding {
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// A character, whatever its size and sign.
    Char,
    /// A boolean.
    Bool,
    /// A floating-point number.
    Float,
}
