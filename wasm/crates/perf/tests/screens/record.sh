#!/bin/sh
# Records perf's screens of `../samples/plain.data`, whose truth is known: the table of lines, the rows of the first line, and
# these scrolled to the right, as tmux copies them at several widths, and as `script` records them.
# `PERF=/path/perf ./record.sh NAME` writes NAME-WIDTH.txt and NAME.typescript.
set -eu
cd "$(dirname "$0")"
perf=${PERF:-perf}
name=${1:-perf}
data=/tmp/screens.data
cp ../samples/plain.data "$data"
session=screens-$$

start() {
    tmux -f /dev/null new-session -d -s "$session" -x "$1" -y 30 'bash --norc'
    tmux send-keys -t "$session" "$2" Enter
    sleep 4
}

screens() {
    tmux capture-pane -p -t "$session"
    for keys in d 'Right Right'; do
        # shellcheck disable=SC2086
        tmux send-keys -t "$session" $keys
        sleep 1
        tmux capture-pane -p -t "$session"
    done
}

for width in 80 100 120 160 250; do
    # perf ends now and then where addr2line is slow.
    for try in 1 2 3 4 5; do
        start "$width" "TERM=xterm $perf c2c report -i $data"
        screens | sed '/^[[:space:]]*$/d; /^?/d' > "$name-$width.txt"
        tmux kill-session -t "$session"
        ! grep -q 'Cacheline 0x' "$name-$width.txt" || break
        echo "width $width: try $try failed" >&2
    done
done
for try in 1 2 3 4 5; do
    start 200 "TERM=xterm script -q -c '$perf c2c report -i $data' /tmp/screens.typescript"
    for key in d q q; do
        tmux send-keys -t "$session" "$key"
        sleep 1
    done
    tmux kill-session -t "$session" 2>/dev/null || true
    # The first and the last line have the machine's names.
    sed '1s/.*/Script started/; $s/.*/Script done/' /tmp/screens.typescript > "$name.typescript"
    ! grep -q 'Cacheline' "$name.typescript" || break
    echo "script: try $try failed" >&2
done
