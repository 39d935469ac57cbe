#!/bin/sh
# Keeps one WAL file of Postgres in an archive. It appears there whole or not at all, and is never replaced.
#
#   archive_command = '/path/to/archive-wal.sh /mnt/archive "%p" "%f"'
set -eu

if [ $# -ne 3 ]; then
  echo "usage: archive-wal.sh ARCHIVE PATH NAME" >&2
  exit 2
fi
archive=$1 path=$2 name=$3

# Postgres asks again after a crash, when it does not know whether the file is there
if [ -e "$archive/$name" ]; then
  if cmp -s "$path" "$archive/$name"; then exit 0; fi
  echo "archive-wal.sh: $archive/$name is there already, with other content" >&2
  exit 1
fi
cp "$path" "$archive/.$name.part"
sync "$archive/.$name.part" 2>/dev/null || sync
mv "$archive/.$name.part" "$archive/$name"
sync "$archive" 2>/dev/null || sync
