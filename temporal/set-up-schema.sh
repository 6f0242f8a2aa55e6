#!/bin/sh
# Creates or updates Temporal's two databases in PostgreSQL. A repeat changes nothing.
# Needs: POSTGRES_SEEDS, POSTGRES_USER, SQL_PASSWORD (read by temporal-sql-tool itself). Made for temporalio/admin-tools.
set -eu

schemas=/etc/temporal/schema/postgresql/v12

sql() {
  database=$1
  shift
  temporal-sql-tool --plugin postgres12 --ep "$POSTGRES_SEEDS" --port "${DB_PORT:-5432}" --user "$POSTGRES_USER" --db "$database" "$@"
}

set_up() {
  sql "$1" create
  # Version 0.0 makes the table of versions and is refused where it exists: then only the update is wanted.
  sql "$1" setup-schema --version 0.0 || echo "$1 has a schema already"
  sql "$1" update-schema --schema-dir "$schemas/$2/versioned"
}

set_up temporal temporal
set_up temporal_visibility visibility
echo 'The databases are ready.'
