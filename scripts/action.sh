#!/usr/bin/env bash
# The step of action.yml: writes what changed into the job's summary, and fails where a rule is broken. Reads
# HITMAP_BASE, HITMAP_HEAD, HITMAP_RULES, HITMAP_PAGE, HITMAP_VERSION; HITMAP_PROGRAM names another program than the
# package's.
set -uo pipefail

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/hitmap.XXXXXX")
text=$folder/summary.md
pictures=$folder/pictures

if [ -n "${HITMAP_PROGRAM:-}" ]; then
  program=("$HITMAP_PROGRAM")
else
  program=(npx --yes "hitmap@${HITMAP_VERSION:-latest}")
fi
words=(summary "$HITMAP_BASE" "$HITMAP_HEAD" --pictures "$pictures")
[ -z "${HITMAP_RULES:-}" ] || words+=(--rules "$HITMAP_RULES")
[ -z "${HITMAP_PAGE:-}" ] || words+=(--page "$HITMAP_PAGE")

"${program[@]}" "${words[@]}" >"$text" 2>"$folder/errors"
code=$?
cat "$folder/errors" >&2
if [ "$code" -gt 1 ]; then
  # Of two lines the first is the one that is shown at the step.
  printf '::error title=Hitmap::%s\n' "$(head -n 1 "$folder/errors")"
  exit "$code"
fi
cat "$text" >>"$GITHUB_STEP_SUMMARY"
printf 'text=%s\n' "$text" >>"$GITHUB_OUTPUT"
[ ! -d "$pictures" ] || printf 'pictures=%s\n' "$pictures" >>"$GITHUB_OUTPUT"
[ "$code" -eq 0 ] || printf '::error title=Hitmap::A layout rule is broken; the summary of the job says which.\n'
exit "$code"
