#!/bin/sh
# learning-platform auth-server | resource-api | webhook-worker | <command of the cli> ...
set -eu
case "${1:-}" in
  auth-server | resource-api | webhook-worker) app=$1 && shift ;;
  *) app=cli ;;
esac
# one heap of the C library for all threads: each has its own otherwise, and gives nothing back
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
# without pauses to release memory, and the worker with a heap that grows less: docs/adr/0007-garbage-that-dies-young.md
growth=
[ "$app" != webhook-worker ] || growth='--max-semi-space-size=16 --heap-growing-percent=50'
exec node --no-memory-reducer $growth "/app/dist/apps/$app/src/main.js" "$@"
