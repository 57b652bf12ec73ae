#!/bin/bash
# Starts PostgreSQL as a copy of COPY_OF. The first time, it fetches everything from there.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # The root of the volume belongs to root.
  install --directory --owner=postgres --group=postgres --mode=0700 "$PGDATA"
  until PGPASSWORD="$COPY_PASSWORD" gosu postgres pg_basebackup --pgdata="$PGDATA" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf \
    --dbname="host=$COPY_OF user=copy application_name=lineup-copy"; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
fi
exec docker-entrypoint.sh postgres -c wal_keep_size=4GB -c max_connections=100
