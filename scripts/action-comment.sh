#!/usr/bin/env bash
# The step of action.yml that keeps the summary as one comment of the pull request. Reads HITMAP_TEXT (the file),
# HITMAP_PULL (the number), HITMAP_NAME (as action.sh took it), GITHUB_REPOSITORY; GH_TOKEN is for `gh`. It has the
# token, so it reads that one text and nothing of the checkout.
set -uo pipefail

# All workflows write as one user: ours is the comment that begins so.
mark="<!-- hitmap: summary of layouts${HITMAP_NAME:+, $HITMAP_NAME} -->"
if ! body=$(mktemp "${RUNNER_TEMP:-/tmp}/hitmap.XXXXXX"); then
  printf '::error title=Hitmap::No file could be made in RUNNER_TEMP for the comment; the line above says why.\n'
  exit 1
fi
cd "${RUNNER_TEMP:-/tmp}" || exit 1
{ printf '%s\n\n' "$mark" && cat "$HITMAP_TEXT"; } >"$body"

comments=repos/$GITHUB_REPOSITORY/issues
write() {
  local own
  own=$(gh api --paginate "$comments/$HITMAP_PULL/comments" \
    --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id") || return
  own=${own%%$'\n'*}
  if [ -n "$own" ]; then
    gh api --silent --method PATCH "$comments/comments/$own" --field "body=@$body"
  else
    gh api --silent --method POST "$comments/$HITMAP_PULL/comments" --field "body=@$body"
  fi
}

# What `gh` prints of an answer may hold text of others: it is no command to the runner, as it never begins a line here.
if ! said=$(write 2>&1); then
  said=$(printf '%s' "$said" | tr '\r\n' '  ' | sed 's/%/%25/g')
  case $said in
    # A pull request from a fork has a token that only reads.
    *'HTTP 403'*) printf '::notice title=Hitmap::The summary is no comment of the pull request: the token may not write there (a fork, or a job without pull-requests: write). The summary of the job has it.\n' ;;
    *) printf '::error title=Hitmap::The summary could not be written as a comment: %s\n' "$said" && exit 1 ;;
  esac
fi
