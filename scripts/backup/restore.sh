#!/bin/sh
# Makes the data folder of a Postgres from a base backup and an archive of WAL. Postgres itself then recovers when it
# is started: to a point in time, or to the end of the archive. docs/operations/backup.md.
#
#   restore.sh --base FOLDER --archive FOLDER --data FOLDER [--until '2026-01-31 12:00:00+00'] \
#     [--timeline current] [--owner postgres]
#
# After a restore Postgres goes on in a new timeline, of which the archive knows as well. With --until, what counts is
# the timeline of the base backup: a restore can be tried again, with another time. `--timeline latest` follows the
# latest restore; without --until that is so anyway.
set -eu

fail() {
  echo "restore.sh: $1" >&2
  exit 1
}

base= archive= data= until= timeline= owner=
while [ $# -gt 0 ]; do
  [ $# -ge 2 ] || fail "$1 needs a value"
  case $1 in
    --base) base=$2 ;;
    --archive) archive=$2 ;;
    --data) data=$2 ;;
    --until) until=$2 ;;
    --timeline) timeline=$2 ;;
    --owner) owner=$2 ;;
    *) fail "there is no option $1" ;;
  esac
  shift 2
done
[ -n "$base" ] || fail "--base: a folder with base.tar is needed"
[ -n "$archive" ] || fail "--archive: the folder of archived WAL is needed"
[ -n "$data" ] || fail "--data: the data folder to make is needed"

[ -f "$base/base.tar" ] || fail "there is no $base/base.tar"
# written last: without it the backup was interrupted
[ -f "$base/backup_manifest" ] || fail "there is no $base/backup_manifest: the backup is not complete"
[ -d "$archive" ] || fail "there is no folder $archive"
if [ -e "$data" ] && [ -n "$(ls -A "$data")" ]; then
  fail "$data is not empty: move it away first, and stop the Postgres that uses it"
fi
# it becomes part of a setting that runs a command
case $archive in *[\'\"\\%\$\`]*) fail "$archive: no quotes, \\, %, \$ or \` in this path" ;; esac
case $until in *[!0-9A-Za-z:.+\ -]*) fail "--until is not a time such as 2026-01-31 12:00:00+00" ;; esac
case $until in
  '' | *[+-][0-9][0-9] | *[+-][0-9][0-9]:[0-9][0-9] | *Z) ;;
  *) fail "--until needs its time zone: 2026-01-31 12:00:00+00" ;;
esac
case $timeline in
  '') if [ -n "$until" ]; then timeline=current; else timeline=latest; fi ;;
  current | latest) ;;
  *[!0-9]*) fail "--timeline is current, latest or a number" ;;
esac
archive=$(cd "$archive" && pwd)

umask 077
mkdir -p "$data"
tar -xf "$base/base.tar" -C "$data"
# from pg_basebackup with --wal-method=stream
if [ -f "$base/pg_wal.tar" ]; then tar -xf "$base/pg_wal.tar" -C "$data/pg_wal"; fi
rm -f "$data/standby.signal" "$data/postmaster.pid"
{
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  [ -z "$until" ] || echo "recovery_target_time = '$until'"
  echo "recovery_target_timeline = '$timeline'"
  echo "recovery_target_action = 'promote'"
  # otherwise it answers as a standby in the midst of its recovery, and programs take it for ready
  echo "hot_standby = off"
} >>"$data/postgresql.auto.conf"
: >"$data/recovery.signal"
chmod 700 "$data"
if [ -n "$owner" ]; then chown -R "$owner" "$data"; fi

echo "$data is ready: start Postgres, which recovers to ${until:-the end of the archive}."
