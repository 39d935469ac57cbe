#!/bin/sh
# Whether what the container's first process serves is ready; a command of the command line has nothing to be ready for.
# docker-healthcheck.sh [file with the first process's arguments]
set -eu
case "$(tr '\0' ' ' <"${1:-/proc/1/cmdline}")" in
  *auth-server*) port=4000 ;;
  *resource-api*) port=4001 ;;
  *webhook-worker*) port=4002 ;;
  *apps/console/* | *'learning-platform console'*) port=4004 ;;
  *) exit 0 ;;
esac
exec node -e "fetch('http://127.0.0.1:${PORT:-$port}/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
