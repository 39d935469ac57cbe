#!/bin/sh
# learning-platform auth-server | resource-api | webhook-worker | console | <command of the cli> ...
set -eu
case "${1:-}" in
  auth-server | resource-api | webhook-worker | console) app=$1 && shift ;;
  *) app=cli ;;
esac
# one heap of the C library for all threads: each has its own otherwise, and gives nothing back
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
# without pauses to release memory but once before listening, and with heaps that grow less: docs/adr/0007-garbage-that-dies-young.md
case $app in
  resource-api | webhook-worker) growth='--max-semi-space-size=16 --heap-growing-percent=50' ;;
  *) growth= ;;
esac
# stacks name lines of the sources
exec node --enable-source-maps --no-memory-reducer --expose-gc $growth "/app/dist/apps/$app/src/main.js" "$@"
