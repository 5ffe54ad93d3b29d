#!/usr/bin/env bash
# The step of action.yml: writes what changed into the job's summary. Ends with 1 where a rule is broken, with 2 where
# nothing can be told. Reads HITMAP_BASE, HITMAP_HEAD, HITMAP_RULES, HITMAP_PAGE, HITMAP_NAME, HITMAP_VERSION;
# HITMAP_PROGRAM names another program than the package's.
#
# It begins in the checkout of a pull request. Nothing there is run, and nothing there is asked what to run: whoever wrote
# it would pass any rule. The program is fetched and started elsewhere.
set -uo pipefail

# A carriage return begins a line for the runner too, and a line may be a command.
one_line() { printf '%s' "$1" | tr '\000-\037\177' ' ' | sed 's/%/%25/g'; }

stop() {
  printf '::error title=Hitmap::%s\n' "$(one_line "$1")"
  exit 2
}

name=${HITMAP_NAME:-}
# It gets into the name of an artefact, and into the comment that the summary is found by.
[[ ${#name} -le 60 && $name =~ ^([A-Za-z0-9][A-Za-z0-9._-]*)?$ ]] ||
  stop 'The input name takes up to 60 letters, digits, dots, hyphens and underscores, and begins with a letter or digit.'
# Whoever names a tag of the action gets what it was tested with.
own=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$(dirname "${BASH_SOURCE[0]}")/../package.json")
version=${HITMAP_VERSION:-$own}
# npm takes a folder, an address or another package after the @, too.
[[ $version =~ ^[A-Za-z0-9][A-Za-z0-9.+-]*$ ]] ||
  stop 'The input version takes a version of the npm package, or a tag of it such as latest.'
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/hitmap.XXXXXX") ||
  stop 'No folder could be made in RUNNER_TEMP, where the summary is written first; the line above says why.'
text=$folder/summary.md
pictures=$folder/pictures
errors=$folder/errors

# Fetches the package and nothing else, and puts it into the folder. A file .npmrc may name another registry or a
# proxy: none is read, of the checkout, of the user or of the machine; variables (npm_config_registry) hold.
fetch() {
  mkdir "$folder/npm" && cd "$folder/npm" && printf '{}\n' >package.json &&
    npm pack "hitmap@$version" --ignore-scripts \
      --userconfig "$folder/no-user" --globalconfig "$folder/no-global" && tar -xzf hitmap-*.tgz
}

case $PWD in / | [A-Za-z]:/) here=$PWD ;; *) here=$PWD/ ;; esac
# Inputs are named from the checkout.
absolute() { case $1 in /* | [A-Za-z]:[/\\]*) path=$1 ;; *) path=$here$1 ;; esac }

words=(summary "--pictures=$pictures")
[ -z "$name" ] || words+=("--name=$name")
[ -z "${HITMAP_RULES:-}" ] || { absolute "$HITMAP_RULES" && words+=("--rules=$path"); }
[ -z "${HITMAP_PAGE:-}" ] || words+=("--page=$HITMAP_PAGE")
words+=(--)
for input in "$HITMAP_BASE" "$HITMAP_HEAD"; do absolute "$input" && words+=("$path"); done

cd "$folder" || exit 2
code=2
if [ -n "${HITMAP_PROGRAM:-}" ] || (fetch) >"$errors" 2>&1; then
  if [ -n "${HITMAP_PROGRAM:-}" ]; then program=("$HITMAP_PROGRAM"); else program=(node npm/package/bin/hitmap.mjs); fi
  # What reads files of others has no variable of the job: not a token, and not NODE_OPTIONS.
  hitmap() {
    env -i "PATH=$PATH" "HOME=$folder" "TMPDIR=$folder" ${SYSTEMROOT:+"SYSTEMROOT=$SYSTEMROOT"} "${program[@]}" "$@"
  }
  hitmap "${words[@]}" >"$text" 2>"$errors"
  code=$?
else
  : >"$text"
fi
# Names of a stranger's build are in the sentences: no line of them is a command to the runner.
pause=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
printf '::stop-commands::%s\n' "$pause"
cat "$errors"
printf '\n::%s::\n' "$pause"
# Hitmap ends with 1 where a rule is broken, and has written the summary then; without one something else ended with it.
if [ "$code" -gt 1 ] || { [ "$code" -eq 1 ] && [ ! -s "$text" ]; }; then
  # Of several lines the first is the one that is shown at the step.
  reason=$(grep -m 1 -e '^hitmap: ' "$errors") ||
    reason="hitmap@$version gave no summary, so no rule was looked at (is there such a version, and does the registry answer?): $(grep -m 1 -e '^npm error' "$errors" || head -n 1 "$errors")"
  stop "$reason"
fi
cat "$text" >>"$GITHUB_STEP_SUMMARY"
printf 'text=%s\n' "$text" >>"$GITHUB_OUTPUT"
[ ! -d "$pictures" ] ||
  printf 'pictures=%s\nartefact=%s\n' "$pictures" "hitmap-pictures${name:+-$name}" >>"$GITHUB_OUTPUT"
if [ "$code" -ne 0 ]; then
  # At the lines that declare the structs. Hitmap escapes what it puts into such a line; no other one is passed on.
  [ -z "${HITMAP_RULES:-}" ] || {
    absolute "$HITMAP_RULES" && rules=$path
    absolute "$HITMAP_HEAD" && hitmap check --github -- "$rules" "$path" 2>/dev/null | grep '^::error file='
  }
  printf '::error title=Hitmap::A layout rule is broken; the summary of the job says which.\n'
fi
exit "$code"
