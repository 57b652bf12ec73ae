#!/bin/bash
# Runs once, when the database is created: the account of the copy, and that changes wait for it.
set -euo pipefail

psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$COPY_PASSWORD" <<'SQL'
create role copy with replication login password :'password';
-- Last: from the start that follows, a commit waits until the copy has it.
alter system set synchronous_standby_names = 'ANY 1 ("lineup-copy")';
SQL
echo 'host replication copy all scram-sha-256' >> "$PGDATA/pg_hba.conf"
