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

# WIDTH SHOWS COMMAND: each on a server of its own, which ends with its command. perf reads symbols before it draws, so that the
# screen itself is waited for, up to two minutes.
start() {
    starts=$((starts + 1)) session=screens-$$-$starts
    tmux -L "$session" -f /dev/null new-session -d -s "$session" -x "$1" -y 24 "cd $work && TERM=xterm $3"
    for _ in $(seq 600); do
        sleep 0.2
        screen=$(on capture-pane -p 2> /dev/null) || return 0
        ! echo "$screen" | grep -q -e "$2" || return 0
    done
}

# NAME SHOWS FILE: a try that ended before its screen is made again, and many that did end the recording.
failed() {
    ! grep -q "$2" "$3" || return 1
    echo "$1: try $try failed" >&2
    [ "$try" -lt 12 ] || exit 1
}

# Sends a group of keys and waits for another screen that stays. Keys may change nothing: after five seconds they did not.
press() {
    before=$(on capture-pane -p 2> /dev/null) || return 0
    # shellcheck disable=SC2046
    on send-keys $(echo "$1" | tr + ' ') || return 0
    last=$before
    for at in $(seq 100); do
        sleep 0.2
        now=$(on capture-pane -p 2> /dev/null) || return 0
        [ "$now" = "$last" ] || { last=$now && continue; }
        [ "$now" = "$before" ] && [ "$at" -lt 25 ] || return 0
    done
}

# NAME OPENS SHOWS KEYS COMMAND...: the screen as it opens, and after each group of keys, of which one shows something.
record() {
    name=$1-$version opens=$2 shows=$3 keys=$4
    shift 4
    for width in 80 100 120 160 250; do
        for try in 1 2 3 4 5 6 7 8 9 10 11 12; do
            start "$width" "$opens" "$perf $*"
            {
                on capture-pane -p
                for group in $keys; do
                    press "$group"
                    on capture-pane -p
                done
            } | sed '/^[[:space:]]*$/d; /^?/d; /^Cannot load tips/d' > "$out/$name-$width.txt"
            on kill-session 2> /dev/null || true
            failed "$name, width $width" "$shows" "$out/$name-$width.txt" || break
        done
    done
    for try in 1 2 3 4 5 6 7 8 9 10 11 12; do
        start 200 "$opens" "script -q -c '$perf $*' screens.typescript"
        for group in $keys q q; do
            press "$group"
        done
        on kill-session 2> /dev/null || true
        # The first and the last line have the machine's names.
        sed '1s/.*/Script started/; $s/.*/Script done/' "$work/screens.typescript" > "$out/$name.typescript"
        failed "$name, script" "$shows" "$out/$name.typescript" || break
    done
}

record perf ' entries, sorted on ' 'Cacheline 0x' 'd Right+Right' c2c report -i plain.data
record mem 'Event count (approx' Overhead 'E C Right Right Right Right Right Right Right Right' report --mem-mode -n -i chains.data
if "$perf" annotate -h 2>&1 | grep -q -e --data-type; then
    record types 'Annotate type' 'Annotate type' 'E E NPage > E E' annotate --data-type -i types.data
    record report 'Event count (approx' 'Data Type' 'E' report -s type,typeoff --hierarchy -i types.data
fi
