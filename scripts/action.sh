#!/usr/bin/env bash
# The step of action.yml: writes what changed into the job's summary. Ends with 1 where a rule is broken, with 2 where
# nothing can be told. Reads HITMAP_BASE, HITMAP_HEAD, HITMAP_RULES, HITMAP_PAGE, HITMAP_NAME, HITMAP_VERSION;
# HITMAP_PROGRAM names another program than the package's.
set -uo pipefail

stop() {
  printf '::error title=Hitmap::%s\n' "$1"
  exit 2
}

name=${HITMAP_NAME:-}
# It gets into the name of an artefact, and into the comment that the summary is found by.
[[ ${#name} -le 60 && $name =~ ^([A-Za-z0-9][A-Za-z0-9._-]*)?$ ]] ||
  stop 'The input name takes up to 60 letters, digits, dots, hyphens and underscores, and begins with a letter or digit.'
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/hitmap.XXXXXX") ||
  stop 'No folder could be made in RUNNER_TEMP, where the summary is written first; the line above says why.'
text=$folder/summary.md
pictures=$folder/pictures

if [ -n "${HITMAP_PROGRAM:-}" ]; then
  program=("$HITMAP_PROGRAM")
else
  # Whoever names a tag of the action gets what it was tested with.
  own=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$(dirname "${BASH_SOURCE[0]}")/../package.json")
  program=(npx --yes "hitmap@${HITMAP_VERSION:-$own}")
fi
words=(summary "--pictures=$pictures")
[ -z "$name" ] || words+=("--name=$name")
[ -z "${HITMAP_RULES:-}" ] || words+=("--rules=$HITMAP_RULES")
[ -z "${HITMAP_PAGE:-}" ] || words+=("--page=$HITMAP_PAGE")
# A file may be called as an option is.
words+=(-- "$HITMAP_BASE" "$HITMAP_HEAD")

"${program[@]}" "${words[@]}" >"$text" 2>"$folder/errors"
code=$?
# Names of a stranger's build are in the sentences: no line of them is a command to the runner.
pause=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
printf '::stop-commands::%s\n' "$pause"
cat "$folder/errors"
printf '::%s::\n' "$pause"
# Hitmap ends with 1 where a rule is broken, and has written the summary then. npm ends with 1 where it fails itself.
if [ "$code" -gt 1 ] || { [ "$code" -eq 1 ] && [ ! -s "$text" ]; }; then
  # Of several lines the first is the one that is shown at the step.
  reason=$(grep -m 1 -e '^hitmap: ' "$folder/errors") ||
    reason="\`${program[*]}\` gave no summary, so no rule was looked at (is there such a version, and does the registry answer?): $(grep -m 1 -e '^npm error' "$folder/errors" || head -n 1 "$folder/errors")"
  stop "${reason//'%'/%25}"
fi
cat "$text" >>"$GITHUB_STEP_SUMMARY"
printf 'text=%s\n' "$text" >>"$GITHUB_OUTPUT"
[ ! -d "$pictures" ] ||
  printf 'pictures=%s\nartefact=%s\n' "$pictures" "hitmap-pictures${name:+-$name}" >>"$GITHUB_OUTPUT"
[ "$code" -eq 0 ] || printf '::error title=Hitmap::A layout rule is broken; the summary of the job says which.\n'
exit "$code"
