#!/usr/bin/env bash
# The step of action.yml: writes what changed into the job's summary. Ends with 1 where a rule is broken, with 2 where
# nothing can be told. Reads HITMAP_BASE, HITMAP_HEAD, HITMAP_RULES, HITMAP_PAGE, HITMAP_VERSION; HITMAP_PROGRAM names
# another program than the package's.
set -uo pipefail

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/hitmap.XXXXXX")
text=$folder/summary.md
pictures=$folder/pictures

if [ -n "${HITMAP_PROGRAM:-}" ]; then
  program=("$HITMAP_PROGRAM")
else
  program=(npx --yes "hitmap@${HITMAP_VERSION:-latest}")
fi
words=(summary "--pictures=$pictures")
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
  printf '::error title=Hitmap::%s\n' "${reason//'%'/%25}"
  exit 2
fi
cat "$text" >>"$GITHUB_STEP_SUMMARY"
printf 'text=%s\n' "$text" >>"$GITHUB_OUTPUT"
[ ! -d "$pictures" ] || printf 'pictures=%s\n' "$pictures" >>"$GITHUB_OUTPUT"
[ "$code" -eq 0 ] || printf '::error title=Hitmap::A layout rule is broken; the summary of the job says which.\n'
exit "$code"
