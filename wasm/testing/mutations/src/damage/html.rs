//! The source of a web page that shows the text.

use crate::lines::each_line;
use crate::mutation::{Group, Mutation};

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Html, name, change);
    vec![
        text("`&nbsp;`", |text| escaped(text).replace(' ', "&nbsp;")),
        text("`&#160;`", |text| escaped(text).replace(' ', "&#160;")),
        text("`&#xA0;`", |text| escaped(text).replace(' ', "&#xA0;")),
        text("`&nbsp;` for every second blank", |text| escaped(text).replace("  ", " &nbsp;")),
        text("`&lt;` `&gt;` `&amp;`", escaped),
        text("`&amp;lt;` `&amp;gt;`", |text| escaped(&escaped(text))),
        text("`<pre>`", |text| format!("<pre>\n{}</pre>\n", escaped(text))),
        text("`<pre><code>` with a class", |text| {
            format!("<pre class=\"text\"><code>{}</code></pre>\n", escaped(text))
        }),
        text("`<br>` for ends of lines", |text| escaped(text).replace('\n', "<br>")),
        text("`<br/>` at ends of lines", |text| escaped(text).replace('\n', "<br/>\n")),
        text("`<div>` for each line", |text| {
            each_line(&escaped(text), |_, line| format!("<div>{line}</div>"))
        }),
        text("`<span>` around percentages", |text| {
            let word = |word: &str| match word.strip_suffix('%') {
                Some(number) => format!("<span class=\"ansi1\">{number}%</span>"),
                None => word.to_owned(),
            };
            let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
            each_line(&escaped(text), |_, text| line(text))
        }),
    ]
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
