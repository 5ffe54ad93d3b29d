#!/bin/sh
# Records perf's screens of recordings whose truth is known, as tmux copies them at several widths, and as `script` records them:
# `PERF=/path/perf ./record.sh VERSION [FOLDER]` writes NAME-VERSION-WIDTH.txt and NAME-VERSION.typescript, beside itself or to FOLDER.
#
# perf: `perf c2c report` of `../samples/plain.data`: the table of lines, the rows of the first line, these scrolled to the right.
# mem: `perf report --mem-mode -n` of types.py's recording with callers, unfolded, folded, and scrolled to the right until its end.
# Of versions that profile types (6.8 and later), of types.py's recording:
# types: `perf annotate --data-type`: as it opens, folded, unfolded, its second page, and the next type.
# report: `perf report -s type,typeoff --hierarchy`: as it opens, and unfolded.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
perf=${PERF:-perf}
version=$1
out=$(cd "${2:-$here}" && pwd)
work=/tmp/hitmap-screens
mkdir -p "$work"
cp "$here/../samples/plain.data" "$work/plain.data"
python3 "$here/types.py" "$work"
cp "$work/types.truth" "$out"
starts=0

on() {
    command=$1
    shift
    tmux -L "$session" "$command" -t "$session" "$@"
}

# Each on a server of its own: one that ends takes no new session.
start() {
    starts=$((starts + 1)) session=screens-$$-$starts
    tmux -L "$session" -f /dev/null new-session -d -s "$session" -x "$1" -y 24 'bash --norc'
    on send-keys "cd $work; clear; TERM=xterm $2" Enter
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        sleep 1
        ! on capture-pane -p | grep -q -e ' entries, sorted on ' -e 'Event count (approx' -e 'Annotate type' || break
    done
    sleep 1
}

# NAME SHOWS FILE: a try that ended before its screen is made again, and many that did end the recording.
failed() {
    ! grep -q "$2" "$3" || return 1
    echo "$1: try $try failed" >&2
    [ "$try" -lt 12 ] || exit 1
}

# perf ends now and then where addr2line is slow, and its window with it.
press() {
    # shellcheck disable=SC2046
    on send-keys $(echo "$1" | tr + ' ') || true
    sleep 1
}

# NAME SHOWS KEYS COMMAND...: the screen as it opens, and after each group of keys.
record() {
    name=$1-$version shows=$2 keys=$3
    shift 3
    for width in 80 100 120 160 250; do
        for try in 1 2 3 4 5 6 7 8 9 10 11 12; do
            start "$width" "$perf $*"
            {
                on capture-pane -p
                for group in $keys; do
                    press "$group"
                    on capture-pane -p
                done
            } | sed '/^[[:space:]]*$/d; /^?/d; /^Cannot load tips/d' > "$out/$name-$width.txt"
            on kill-session || true
            failed "$name, width $width" "$shows" "$out/$name-$width.txt" || break
        done
    done
    for try in 1 2 3 4 5 6 7 8 9 10 11 12; do
        start 200 "script -q -c '$perf $*' screens.typescript"
        for group in $keys q q; do
            press "$group"
        done
        on kill-session || true
        # The first and the last line have the machine's names.
        sed '1s/.*/Script started/; $s/.*/Script done/' "$work/screens.typescript" > "$out/$name.typescript"
        failed "$name, script" "$shows" "$out/$name.typescript" || break
    done
}

record perf 'Cacheline 0x' 'd Right+Right' c2c report -i plain.data
record mem Overhead 'E C Right Right Right Right Right Right Right Right' report --mem-mode -n -i chains.data
if "$perf" annotate -h 2>&1 | grep -q -e --data-type; then
    record types 'Annotate type' 'E E NPage > E E' annotate --data-type -i types.data
    record report 'Data Type' 'E' report -s type,typeoff --hierarchy -i types.data
fi
