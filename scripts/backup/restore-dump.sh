#!/bin/sh
# Restores a dump into an empty database, of this server or another one. docs/operations/backup.md.
#
#   DATABASE_URL=postgres://owner:...@db.example/learning_platform restore-dump.sh FILE
#
# Roles are not part of a dump: those that are missing are made, without a right to log in, which `migrate` gives them.
# DATABASE_ROLE_PREFIX is that of the environment that was dumped. It is all restored or nothing.
set -eu

fail() {
  echo "restore-dump.sh: $1" >&2
  exit 1
}

[ $# -eq 1 ] || { echo "usage: DATABASE_URL=... restore-dump.sh FILE" >&2; exit 2; }
file=$1
[ -n "${DATABASE_URL:-}" ] || fail "DATABASE_URL is not set"
[ -f "$file" ] || fail "there is no $file"
for program in pg_restore psql; do
  command -v $program >/dev/null || fail "$program is not on the PATH"
done
prefix=${DATABASE_ROLE_PREFIX:-lp}
case $prefix in '' | *[!a-z0-9_]*) fail "DATABASE_ROLE_PREFIX is not a prefix of roles" ;; esac
pg_restore --list "$file" >/dev/null || fail "$file is not a dump that this pg_restore can read"

ask() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$DATABASE_URL" --command="$1"
}
tables=$(ask "select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')") ||
  fail "Postgres cannot be asked"
[ "$tables" -eq 0 ] || fail "the database is not empty"
for app in auth api worker; do
  role=${prefix}_$app
  [ -n "$(ask "select 1 from pg_roles where rolname = '$role'")" ] || ask "create role $role"
done
pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" "$file"
# a dump has no statistics: until autovacuum comes by, the rows of a portal look as few as one row by id
ask "set client_min_messages = error; analyze"
echo "The dump is restored. Run migrate, which lets the roles log in and brings an older dump up to date."
