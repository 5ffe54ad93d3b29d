#!/bin/sh
# Gathers on one machine all that Hitmap needs to tell which fields of which struct it fights over: memory accesses
# by perf c2c, the kernel's types, symbols and topology, in one .tar.gz. Needs perf, and no network.
# docs/capture.md has what is in it.
set -u

FORMAT=1
# What may be in a bundle, as --no-NAME leaves it out.
PARTS='report samples btf modules programs kallsyms topology slabinfo config buildids'

usage() {
    cat <<'TEXT'
hitmap-capture.sh [OPTIONS] [-- COMMAND...]: what this machine fights over, in one .tar.gz

  --seconds N       record for N seconds (default: 10); with a COMMAND as long as it runs
  --output FILE     the bundle (default: hitmap-HOST-TIME.tar.gz in the current directory)
  --dir DIR         where the recording lies meanwhile (default: $TMPDIR or /tmp)
  --frequency N     samples a second and CPU, at most (default: perf's own)
  --ldlat N         Intel: only loads that take N cycles or more (default: perf's own, 30)
  --event EVENT     record this event instead of those that the CPU offers
  --source          source lines in the report: slow where the kernel's debug information is installed
  --most-mb N       end the recording at N MB, and leave out samples.txt where it is larger (default: 1024)
  --programs-mb N   take programs along up to N MB together (default: 256)
  --redact          no names of threads, no command line, no host name, no programs, and of their paths only the names
  --no-PART         leave out report, samples, btf, modules, programs, kallsyms, topology, slabinfo, config, buildids
  --dry-run         only say what would be done
  --help

It wants root: without it perf sees the COMMAND alone, or nothing. PERF=/path/to/perf names another perf.
Exit codes: 0 done, 1 a bundle without a recording, 2 nothing written.
TEXT
}

say() { printf 'hitmap-capture: %s\n' "$*" >&2; }

stop() {
    say "$*"
    exit 2
}

# --- what is asked for ---

PERF=${PERF:-perf}
# Another root folder, for tests.
ROOT=${HITMAP_CAPTURE_ROOT:-}
seconds=10
output=
dir=${TMPDIR:-/tmp}
frequency=
ldlat=
event=
source=no
most_mb=1024
programs_mb=256
redact=no
dry_run=no
left_out=' '

number() {
    case $2 in
    '' | *[!0-9]* | 0*) stop "$1 takes a whole number from 1 up, not \`$2\`." ;;
    esac
}

while [ $# -gt 0 ]; do
    case $1 in
    --seconds | --output | --dir | --frequency | --ldlat | --event | --most-mb | --programs-mb)
        [ $# -ge 2 ] || stop "$1 takes a value: --help says which."
        case $1 in
        --seconds) number "$1" "$2" && seconds=$2 ;;
        --output) output=$2 ;;
        --dir) dir=$2 ;;
        --frequency) number "$1" "$2" && frequency=$2 ;;
        --ldlat) number "$1" "$2" && ldlat=$2 ;;
        --event) event=$2 ;;
        --most-mb) number "$1" "$2" && most_mb=$2 ;;
        --programs-mb) number "$1" "$2" && programs_mb=$2 ;;
        esac
        shift
        ;;
    --source) source=yes ;;
    --redact) redact=yes left_out="${left_out}programs " ;;
    --dry-run) dry_run=yes ;;
    --help | -h)
        usage
        exit 0
        ;;
    --no-*)
        case " $PARTS " in
        *" ${1#--no-} "*) left_out="$left_out${1#--no-} " ;;
        *) stop "there is no part \`${1#--no-}\`: the parts are $PARTS." ;;
        esac
        ;;
    --)
        shift
        break
        ;;
    *) stop "\`$1\` is not known: --help lists the options. A command comes after --." ;;
    esac
    shift
done

wanted() {
    case $left_out in
    *" $1 "*) return 1 ;;
    esac
    return 0
}

# --- what the machine is ---

release=$(uname -r)
machine=$(uname -m)
host=$(uname -n)
[ "$redact" = no ] || host=host
taken=$(date -u +%Y-%m-%dT%H:%M:%SZ)
devices=$ROOT/sys/bus/event_source/devices
paranoid=$(cat "$ROOT/proc/sys/kernel/perf_event_paranoid" 2>/dev/null) || paranoid=unknown

cpu_line() { sed -n "s/^$1[[:space:]]*: *//p" "$ROOT/proc/cpuinfo" 2>/dev/null | head -n 1; }

cpu=$(cpu_line 'model name')
[ -n "$cpu" ] || cpu=$(LC_ALL=C lscpu 2>/dev/null | sed -n 's/^Model name: *//p' | head -n 1)
[ -n "$cpu" ] || cpu=unknown

perf_version=
if command -v "$PERF" >/dev/null 2>&1; then
    perf_version=$("$PERF" version 2>/dev/null | sed -n 's/^perf version *//p' | head -n 1)
    [ -n "$perf_version" ] || perf_version=unknown
fi

# Zen 3 is family 19h with these models (AMD's PPRs); its IBS does not say which cache answered.
is_zen3() {
    [ "$(cpu_line vendor_id)" = AuthenticAMD ] && [ "$(cpu_line 'cpu family')" = 25 ] || return 1
    model=$(cpu_line model)
    case $model in
    '' | *[!0-9]*) return 1 ;;
    esac
    [ "$model" -lt 16 ] || { [ "$model" -ge 32 ] && [ "$model" -lt 96 ]; }
}

# perf_from 6 1: whether perf is of that version or a later one.
perf_from() {
    major=${perf_version%%.*}
    rest=${perf_version#*.}
    minor=${rest%%[!0-9]*}
    case $major$minor in
    '' | *[!0-9]*) return 1 ;;
    esac
    [ "$major" -gt "$1" ] || { [ "$major" -eq "$1" ] && [ "$minor" -ge "$2" ]; }
}

# How memory accesses are sampled here, and in words; `none` with the reason.
method=none
how=
why_none=
choose_method() {
    if [ -z "$perf_version" ]; then
        why_none="there is no $PERF on this machine: install linux-perf, linux-tools or perf"
    elif [ -n "$event" ]; then
        method=event how="perf record -e $event"
    elif [ -e "$devices/cpu/events/mem-loads" ] || [ -e "$devices/cpu_core/events/mem-loads" ]; then
        case $machine in
        ppc*) method=power how='perf c2c record (Power: random sampling)' ;;
        *) method=intel how='perf c2c record (Intel: loads by latency, and stores)' ;;
        esac
    elif [ -d "$devices/ibs_op" ]; then
        # perf c2c knows IBS from 6.1 on; recorded by its name an older one reports it too.
        if perf_from 6 1; then
            method=amd how='perf c2c record (AMD: IBS)'
        else
            method=amd-old how='perf record -e ibs_op// (AMD: IBS)'
        fi
    elif [ -d "$devices/arm_spe_0" ]; then
        method=arm how='perf c2c record (Arm: SPE)'
    else
        why_none='this CPU, or the virtual machine around it, offers no event for memory accesses (no mem-loads, no ibs_op, no arm_spe_0)'
    fi
}
choose_method

# --- it says what it will do ---

[ -n "$output" ] || output=hitmap-$host-$(printf %s "$taken" | tr -d ':-').tar.gz
# No program may take a name for an option.
case $output in
/*) ;;
*) output=./$output ;;
esac
case $dir in
/*) ;;
*) dir=./$dir ;;
esac
if [ -e "$output" ] || [ -L "$output" ]; then stop "$output is there already: name another --output."; fi
output_dir=${output%/*}/
if [ ! -d "$output_dir" ] || [ ! -w "$output_dir" ]; then
    stop "cannot write into ${output_dir}: name another --output."
fi
[ $# -eq 0 ] || command -v "$1" >/dev/null 2>&1 || stop "there is no command \`$1\`."

plan_part() {
    if wanted "$1"; then printf '  %-16s%s\n' "$2" "$3" >&2; fi
}

say "$host, Linux $release, $cpu"
if [ "$method" = none ]; then
    say "it cannot record: $why_none. What else there is, it gathers."
elif [ $# -gt 0 ]; then
    say "it will record while \`$1\` runs, by $how, and write $output with"
else
    say "it will record for $seconds s, by $how, and write $output with"
fi
if [ "$redact" = yes ]; then names='process ids' folders=; else names='names of commands, process ids' folders=' with their folders'; fi
if [ "$method" != none ]; then
    plan_part report c2c.txt 'perf c2c report: cache lines, functions, CPUs'
    plan_part samples samples.txt "each sample: $names, time, CPU, addresses, function"
    plan_part buildids buildids.txt "the programs and libraries that were seen$folders, with build-ids"
    plan_part modules modules/ "types (BTF) of the kernel's modules that were seen"
    plan_part programs programs/ "programs, libraries and kernel on contended lines, where they have debug information (at most $programs_mb MB)"
fi
plan_part btf vmlinux.btf "the kernel's types (BTF)"
plan_part kallsyms kallsyms.txt "the kernel's symbols with their addresses, which show where KASLR put it"
plan_part topology lscpu.txt 'CPUs, cores and nodes'
plan_part slabinfo slabinfo.txt "how many objects of each kind the kernel holds"
plan_part config config.txt "the kernel's configuration"
say 'MANIFEST names the machine, its kernel and CPU. Nothing is sent anywhere.'
[ "$dry_run" = no ] || exit 0

# --- it gathers ---

umask 077
scratch=$(mktemp -d "$dir/hitmap-capture.XXXXXX" 2>/dev/null) ||
    stop "cannot make a folder in $dir: name another with --dir."
packing=
trap 'rm -rf "$scratch" ${packing:+"$packing"}' EXIT
# A shell that a signal ends does not run the trap of EXIT.
trap 'exit 2' HUP TERM
trap 'exit 130' INT
name=hitmap-capture
bundle=$scratch/$name
data=$scratch/perf.data
errors=$scratch/errors
mkdir "$bundle" || stop "cannot write to $dir."
parts=
missing=$scratch/missing
: >"$missing"

has() { parts="$parts $name/$1"; }

lacks() {
    printf '%s: %s\n' "$1" "$2" >>"$missing"
    case $2 in
    *\?) say "no $1: $2" ;;
    *) say "no $1: $2." ;;
    esac
}

# Copies a file of the kernel: keep PART SOURCE TARGET WHY_NOT
keep() {
    wanted "$1" || return 0
    if cat "$2" >"$bundle/$3" 2>/dev/null && [ -s "$bundle/$3" ]; then
        has "$3"
    else
        rm -f "${bundle:?}/$3"
        lacks "$3" "$(why_not "$2" "$4")"
    fi
}

# Why a file is not in the bundle: what can be read could not be written. why_not SOURCE WHY_NOT_READ
why_not() {
    if cat "$1" >/dev/null 2>&1; then printf %s "it cannot be written to $dir: is the disk full?"; else printf %s "$2"; fi
}

# Why perf did not do it, from what it said.
why_perf() {
    if grep -q -i -E 'perf_event_paranoid|permission|not permitted|access to performance' "$errors"; then
        printf 'perf is not permitted to (kernel.perf_event_paranoid is %s): run this as root' "$paranoid"
    elif grep -q -i -E 'not supported|unable to find|no such device|event syntax' "$errors"; then
        printf 'perf finds no event for memory accesses here: %s' "$(first_words)"
    elif grep -q -v '^[[:space:]]*$' "$errors"; then
        printf 'perf said: %s' "$(first_words)"
    else
        printf 'perf wrote nothing and did not say why (is %s full?)' "$dir"
    fi
}

first_words() {
    words=$(grep -v '^[[:space:]]*$' "$errors" | head -n 1 | cut -c 1-200 | tr -d '\r')
    printf %s "$words"
}

record() {
    # From 5.5 on perf can end by itself before it fills the disk.
    limit=
    if perf_from 5 5; then limit=--max-size=${most_mb}M; fi
    [ $# -gt 0 ] || set -- sleep "$seconds"
    # perf's words go to a file, the command's own to where they belong.
    # shellcheck disable=SC2016
    set -- sh -c 'exec 2>&3 3>&-; exec "$@"' sh "$@"
    set -- ${frequency:+-F "$frequency"} ${limit:+"$limit"} ${everywhere:+"$everywhere"} -o "$data" -- "$@"
    case $method in
    event) set -- record -W -d ${everywhere:+--phys-data} --sample-cpu ${user_only:+"$user_only"} -e "$event" "$@" ;;
    amd-old) set -- record -W -d ${everywhere:+--phys-data} --sample-cpu ${user_only:+"$user_only"} -e ibs_op// "$@" ;;
    *) set -- c2c record ${ldlat:+-l "$ldlat"} ${user_only:+"$user_only"} -- "$@" ;;
    esac
    # Ctrl-C ends the recording, and what was recorded is kept.
    trap 'cut_short=yes' INT
    "$PERF" "$@" 3>&2 2>"$errors"
    trap 'exit 130' INT
    [ -s "$data" ]
}

# Without root perf may see the command alone, and that only in its own code.
everywhere=-a
user_only=
if [ "$(id -u)" != 0 ] && [ $# -gt 0 ]; then
    everywhere=
    case $paranoid in
    -1 | 0 | 1) ;;
    *) user_only=--all-user ;;
    esac
fi

recorded=no
cut_short=no
if [ "$method" = none ]; then
    lacks recording "$why_none"
else
    say 'recording …'
    if record "$@"; then
        recorded=yes
    else
        lacks recording "$(why_perf)"
    fi
fi

perf_report() {
    "$PERF" c2c report -i "$data" --stdio "$@" >"$bundle/c2c.txt" 2>"$errors" && [ -s "$bundle/c2c.txt" ]
}

gather_report() {
    say 'writing the report …'
    if [ "$source" = yes ]; then lines=; else lines=--no-source; fi
    # -NN lists the CPUs of each row; without --show-all perf leaves out lines with little.
    if perf_report -NN --full-symbols --show-all --call-graph none ${lines:+"$lines"} ||
        perf_report -NN --full-symbols --show-all; then
        has c2c.txt
    elif perf_report; then
        has c2c.txt
        lacks 'all of c2c.txt' "this perf ($perf_version) knows no -NN, --full-symbols and --show-all"
    else
        rm -f "$bundle/c2c.txt"
        lacks c2c.txt "$(why_perf)"
    fi
}

perf_script() {
    "$PERF" script -i "$data" -F "$1" 2>"$errors" >"$bundle/samples.txt" && [ -s "$bundle/samples.txt" ]
}

gather_samples() {
    recorded_mb=$(($(wc -c <"$data") / 1048576))
    if [ "$recorded_mb" -ge "$most_mb" ]; then
        lacks samples.txt "the recording has $recorded_mb MB, and --most-mb is $most_mb"
        return
    fi
    say 'writing the samples …'
    fields=pid,tid,cpu,time,event,ip,sym,symoff,dso
    [ "$redact" = yes ] || fields=comm,$fields
    if perf_script "$fields,addr,data_src,weight,phys_addr" || perf_script "$fields,addr,data_src,weight"; then
        :
    elif perf_script "$fields,addr"; then
        lacks 'where the data of samples.txt came from' 'the event has no data source, so that no HITM is in it'
    else
        rm -f "$bundle/samples.txt"
        lacks samples.txt "$(why_perf)"
        return
    fi
    if [ "$redact" = yes ]; then without_folders samples.txt; fi
    has samples.txt
}

# /usr/lib/libc.so.6 becomes libc.so.6. A path is all that follows a build-id, or stands in brackets at the end of a
# sample, where a physical address may follow; folders may have blanks in their names.
without_folders() {
    sed -e 's#^\([0-9a-f]* \)/.*/#\1#' -e 's# (/.*/\([^/]*)[ 0-9a-f]*\)$# (\1#' "$bundle/$1" >"$scratch/redacted" &&
        mv "$scratch/redacted" "$bundle/$1"
}

gather_buildids() {
    if ! "$PERF" buildid-list -i "$data" >"$scratch/buildids" 2>"$errors" || [ ! -s "$scratch/buildids" ]; then
        if wanted buildids; then lacks buildids.txt "$(why_perf)"; fi
        if wanted programs; then lacks programs 'perf does not say where they lie'; fi
        return
    fi
    if wanted modules; then gather_modules; fi
    if wanted programs; then gather_programs; fi
    if wanted buildids; then
        cp "$scratch/buildids" "$bundle/buildids.txt"
        if [ "$redact" = yes ]; then without_folders buildids.txt; fi
        has buildids.txt
    fi
}

# perf calls a module [name], or by the path of its .ko.
gather_modules() {
    sed -n -e 's/^[0-9a-f]* *\[\([A-Za-z0-9_]*\)\]$/\1/p' -e 's#^[0-9a-f]* .*/\([^/]*\)\.ko.*$#\1#p' "$scratch/buildids" |
        tr - _ | sort -u >"$scratch/modules"
    while read -r module; do
        [ -r "$ROOT/sys/kernel/btf/$module" ] || continue
        mkdir -p "$bundle/modules"
        if cat "$ROOT/sys/kernel/btf/$module" >"$bundle/modules/$module.btf" 2>/dev/null; then
            has "modules/$module.btf"
        fi
    done <"$scratch/modules"
}

# Whether a file has sections of debug information: ELF names them in plain text.
has_debug() { [ -f "$1" ] && [ -r "$1" ] && LC_ALL=C grep -q '\.z\{0,1\}debug_info' "$1" 2>/dev/null; }

# The first of these files that has debug information.
with_debug() {
    for each in "$@"; do
        if has_debug "$each"; then
            printf '%s\n' "$each"
            return
        fi
    done
}

# Where distributions put what they took out of a program: debugged ID PATH
debugged() {
    apart=$ROOT/usr/lib/debug
    rest_of_id=${1#??}
    by_id=$apart/.build-id/${1%"$rest_of_id"}/$rest_of_id.debug
    case $2 in
    '[kernel'*)
        with_debug "$by_id" "$apart/boot/vmlinux-$release" "$apart/lib/modules/$release/vmlinux" \
            "$ROOT/lib/modules/$release/build/vmlinux" "$ROOT/boot/vmlinux-$release"
        ;;
    /*) with_debug "$ROOT$2" "$by_id" "$apart$2.debug" "$apart$2" ;;
    esac
}

# Whether a row of the report is of this program: its name stands as a word behind the mark of the symbol.
fights() {
    case $1 in
    '[kernel'*) grep -q '%.*\[k\] ' "$bundle/c2c.txt" ;;
    *)
        name_of=$(printf '%s\n' "${1##*/}" | sed 's/[][\\.*^$]/\\&/g')
        grep -q "%.*\[\.\] .* $name_of\( \|\$\)" "$bundle/c2c.txt"
        ;;
    esac
}

# Only code with debug information says which member an instruction touches. Parts have plain names, each its own.
gather_programs() {
    if [ ! -e "$bundle/c2c.txt" ]; then
        lacks programs 'only the report says whose lines are contended'
        return
    fi
    free_kb=$((programs_mb * 1024))
    without=0
    : >"$scratch/programs"
    while read -r id object; do
        fights "$object" || continue
        file=$(debugged "$id" "$object")
        if [ -z "$file" ]; then
            case $object in
            # A module's types are a part of their own.
            *.ko | *.ko.*) ;;
            /*) without=$((without + 1)) ;;
            esac
            continue
        fi
        case $object in
        '[kernel'*) called=vmlinux ;;
        *) called=$(printf '%s\n' "${object##*/}" | LC_ALL=C sed 's/[^A-Za-z0-9._+-]/_/g' | cut -c 1-60) ;;
        esac
        if grep -q -x -F -e "$called" "$scratch/programs"; then called=$(printf '%s' "$id" | cut -c 1-8)-$called; fi
        kb=$(($(wc -c <"$file") / 1024 + 1))
        if [ "$kb" -gt "$free_kb" ]; then
            lacks "programs/$called" "it has $((kb / 1024)) MB, and --programs-mb is $programs_mb"
        # The copy is looked at again: whoever owns the path may have put another file there since.
        elif mkdir -p "$bundle/programs" && cat "$file" >"$bundle/programs/$called" 2>/dev/null &&
            has_debug "$bundle/programs/$called"; then
            echo "$called" >>"$scratch/programs"
            free_kb=$((free_kb - kb))
            has "programs/$called"
        else
            rm -f "${bundle:?}/programs/$called"
            lacks "programs/$called" "$file cannot be copied"
        fi
    done <"$scratch/buildids"
    [ "$without" = 0 ] || lacks 'some programs and libraries' "$without of those on contended lines have no debug information here"
}

samples=0
if [ "$recorded" = yes ]; then
    [ "$cut_short" = no ] || lacks 'the rest of the recording' 'somebody ended it with Ctrl-C'
    if wanted report; then gather_report; fi
    if wanted samples; then gather_samples; fi
    gather_buildids
    if [ -e "$bundle/samples.txt" ]; then
        samples=$(($(wc -l <"$bundle/samples.txt")))
    elif [ -e "$bundle/c2c.txt" ]; then
        samples=$(sed -n 's/^ *Total records *: *//p' "$bundle/c2c.txt" | head -n 1)
    else
        samples=unknown
    fi
    if [ -e "$bundle/c2c.txt" ] && ! grep -q -E '^ *(Load|Store) Operations *: *[1-9]' "$bundle/c2c.txt"; then
        lacks 'memory access' 'no load and no store was sampled, so that there is no heat (does the event say what it touched?)'
    fi
    [ "$samples" != 0 ] || lacks samples 'nothing was sampled in that time'
    if [ "$method" != event ] && is_zen3; then
        lacks HITM 'this CPU (AMD Zen 3) does not say which cache answered, so that perf c2c finds no line in it'
    fi
fi

say 'gathering what is known of the kernel …'
keep btf "$ROOT/sys/kernel/btf/vmlinux" vmlinux.btf 'the kernel has none (CONFIG_DEBUG_INFO_BTF), or hides it'
keep slabinfo "$ROOT/proc/slabinfo" slabinfo.txt 'only root may read /proc/slabinfo'

# To those who may not see them all addresses are 0.
are_shown() { awk '$1 !~ /^0*$/ { seen = 1; exit } END { exit !seen }' "$ROOT/proc/kallsyms" 2>/dev/null; }

gather_kallsyms() {
    if are_shown &&
        cat "$ROOT/proc/kallsyms" >"$bundle/kallsyms.txt" 2>/dev/null; then
        has kallsyms.txt
    else
        rm -f "$bundle/kallsyms.txt"
        hidden='the kernel hides its addresses (kernel.kptr_restrict): run this as root'
        if are_shown; then hidden=$(why_not "$ROOT/proc/kallsyms" "$hidden"); fi
        lacks kallsyms.txt "$hidden"
    fi
}

gather_topology() {
    if { LC_ALL=C lscpu -e=CPU,NODE,SOCKET,CORE || LC_ALL=C lscpu -e; } >"$bundle/lscpu.txt" 2>/dev/null &&
        [ -s "$bundle/lscpu.txt" ]; then
        has lscpu.txt
        return
    fi
    # As lscpu writes it, for machines without it (busybox).
    echo 'CPU NODE SOCKET CORE' >"$bundle/lscpu.txt"
    for each in "$ROOT"/sys/devices/system/cpu/cpu[0-9]*; do
        core=$(cat "$each/topology/core_id" 2>/dev/null) || continue
        socket=$(cat "$each/topology/physical_package_id" 2>/dev/null) || socket=0
        node=-
        for link in "$each"/node[0-9]*; do
            if [ -e "$link" ]; then node=${link##*/node}; fi
        done
        echo "${each##*/cpu} $node $socket $core" >>"$bundle/lscpu.txt"
    done
    if [ "$(wc -l <"$bundle/lscpu.txt")" -gt 1 ]; then
        has lscpu.txt
    else
        rm -f "$bundle/lscpu.txt"
        lacks lscpu.txt 'neither lscpu nor /sys tells'
    fi
}

gather_config() {
    if gzip -dc "$ROOT/proc/config.gz" >"$bundle/config.txt" 2>/dev/null ||
        cat "$ROOT/boot/config-$release" >"$bundle/config.txt" 2>/dev/null ||
        cat "$ROOT/lib/modules/$release/config" >"$bundle/config.txt" 2>/dev/null; then
        has config.txt
    else
        rm -f "$bundle/config.txt"
        lacks config.txt "neither /proc/config.gz nor /boot/config-$release is there"
    fi
}

if wanted kallsyms; then gather_kallsyms; fi
if wanted topology; then gather_topology; fi
if wanted config; then gather_config; fi

# The note of the kernel's build-id: sizes of name and content, kind 3, "GNU" and a zero, then the id.
kernel_build_id() {
    od -An -v -tx1 "$ROOT/sys/kernel/notes" 2>/dev/null | tr -d ' \n' |
        sed -n -e 's/.*040000001400000003000000474e5500\([0-9a-f]\{40\}\).*/\1/p' \
            -e 's/.*000000040000001400000003474e5500\([0-9a-f]\{40\}\).*/\1/p'
}

# --- one file ---

# No other bundle of any machine has it; letters, digits and `-`.
bundle_id() {
    cat "$ROOT/proc/sys/kernel/random/uuid" 2>/dev/null && return
    random=$(od -An -v -N16 -tx1 "$ROOT/dev/urandom" 2>/dev/null | tr -d ' \n')
    echo "${random:-$(echo "$taken-$$" | tr ':' '-')}"
}

write_manifest() {
    echo "hitmap-capture: $FORMAT"
    echo "id: $(bundle_id)"
    echo "taken: $taken"
    echo "host: $host"
    echo "release: $release"
    echo "machine: $machine"
    echo "cpu: $cpu"
    echo "perf: ${perf_version:-none}"
    echo "method: $method"
    if [ "$method" = event ]; then echo "event: $event"; fi
    if [ "$recorded" = yes ]; then
        if [ "$asked" = '' ]; then
            echo "seconds: $seconds"
        elif [ "$redact" = no ]; then
            echo "command: $asked"
        fi
        echo "samples: $samples"
    fi
    echo "kernel-build-id: $(kernel_build_id)"
    echo "redacted: $redact"
    for each in $parts; do echo "part: ${each#"$name"/}"; done
    sed 's/^/missing: /' "$missing"
    for each in $left_out; do echo "left-out: $each"; done
}

# A line break in a command would begin another line of the manifest.
asked=$(printf '%s' "$*" | tr '\n' ' ')
write_manifest >"$bundle/MANIFEST"
size_of() { echo "$(($(wc -c <"$1") / 1024)) KB"; }

# The archive of somebody who wants no names in it names nobody; busybox's tar cannot leave them out.
nobody=
if [ "$redact" = yes ] && tar --help 2>&1 | grep -q -e --owner; then nobody='--owner=0 --group=0 --numeric-owner'; fi
# Two steps, as a shell tells only whether the last part of a pipe went well. The list has no blanks in its names.
# shellcheck disable=SC2086
(cd "$scratch" && tar $nobody -cf bundle.tar "$name/MANIFEST" $parts) || stop "cannot pack in $dir: is the disk full?"
rm -rf "$bundle"
# Whole or not at all: who looks for bundles finds no half of one. Others may write to that folder: no name in it can be
# foreseen, `set -C` opens no file that is there already, and what is moved into a folder, not to a name, takes the place
# of a link and does not follow it.
{
    packing=$(mktemp -d "${output_dir}hitmap-capture.XXXXXX") &&
        (set -C && gzip -c "$scratch/bundle.tar" >"$packing/${output##*/}") &&
        mv -f "$packing/${output##*/}" "$output_dir"
} || stop "cannot write $output: is the disk full?"
if [ "$recorded" = yes ]; then
    say "$output: $(size_of "$output"), of $samples samples in a recording of $(size_of "$data")."
    exit 0
fi
say "$output: $(size_of "$output"), without a recording."
exit 1
