#!/bin/bash
# Starts PostgreSQL. With COPY_OF, it is a copy of that server, from which it fetches everything the first time.
set -euo pipefail

if [ -n "${COPY_OF:-}" ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  # The root of the volume belongs to root.
  install --directory --owner=postgres --group=postgres --mode=0700 "$PGDATA"
  until PGPASSWORD="$COPY_PASSWORD" gosu postgres pg_basebackup --pgdata="$PGDATA" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf \
    --dbname="host=$COPY_OF user=copy application_name=lineup-copy"; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
  # Once it takes over, it has no copy to wait for.
  sed -i '/^synchronous_standby_names/d' "$PGDATA/postgresql.auto.conf"
fi
exec docker-entrypoint.sh postgres -c wal_keep_size=4GB -c max_connections=100
