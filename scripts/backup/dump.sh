#!/bin/sh
# Dumps the database into one file, which appears whole or not at all. docs/operations/backup.md.
#
#   DATABASE_URL=postgres://owner:...@db.example/learning_platform dump.sh FILE
#
# pg_dump and psql must be on the PATH, pg_dump of the server's major version or newer.
set -eu

fail() {
  echo "dump.sh: $1" >&2
  exit 1
}

[ $# -eq 1 ] || { echo "usage: DATABASE_URL=... dump.sh FILE" >&2; exit 2; }
file=$1
[ -n "${DATABASE_URL:-}" ] || fail "DATABASE_URL is not set"
[ ! -e "$file" ] || fail "$file is there already"
for program in pg_dump psql; do
  command -v $program >/dev/null || fail "$program is not on the PATH"
done

server=$(psql --no-psqlrc --tuples-only --no-align --dbname="$DATABASE_URL" \
  --command='select current_setting($$server_version_num$$)::int / 10000') || fail "Postgres cannot be asked"
own=$(pg_dump --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
[ "$own" -ge "$server" ] || fail "pg_dump is of version $own, and cannot dump a Postgres of version $server"

umask 077
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --file="$file.part" --dbname="$DATABASE_URL"
sync "$file.part" 2>/dev/null || sync
mv "$file.part" "$file"
echo "$file is complete."
