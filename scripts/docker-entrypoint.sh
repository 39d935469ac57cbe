#!/bin/sh
# learning-platform auth-server | resource-api | webhook-worker | <command of the cli> ...
set -eu
case "${1:-}" in
  auth-server | resource-api | webhook-worker) app=$1 && shift ;;
  *) app=cli ;;
esac
# without pauses to release memory: docs/adr/0007-garbage-that-dies-young.md
exec node --no-memory-reducer --enable-source-maps "/app/dist/apps/$app/src/main.js" "$@"
