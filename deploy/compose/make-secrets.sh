#!/bin/sh
# Makes the secrets that nobody else gives, and the roles of the database: once, as root, in this
# folder. What others give (SMTP_URL, PAYMENT_SECRET_KEY, …) is written by whoever has it, readable for
# the user 10001.
set -eu
umask 077
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "secrets is there already; nothing was changed." >&2
  exit 1
fi
mkdir secrets
made() { openssl rand -base64 32; }
write() { printf '%s\n' "$2" > "secrets/$1"; }
for name in PORTAL_SECRET PORTAL_LOOKUP_SECRET KARTE_SECRET; do write "$name" "$(made)"; done
for name in PORTAL_DATA_KEYS KARTE_DATA_KEYS; do write "$name" "k1:$(made)"; done

# @param role, database, name of the setting, and what the role may do beside logging in
role() {
  password=$(openssl rand -hex 32)
  write "$3" "postgres://$1:$password@localhost/$2?host=/run/postgresql"
  echo "create role $1 login ${4-} password '$password';" >> secrets/roles.sql
}
role portal_owner portal DATABASE_OWNER_URL
role portal portal DATABASE_URL
role karte_owner karte KARTE_DATABASE_OWNER_URL bypassrls
role karte karte KARTE_DATABASE_URL
cat >> secrets/roles.sql <<'SQL'
create database portal owner portal_owner;
create database karte owner karte_owner;
SQL
write POSTGRES_PASSWORD "$(openssl rand -hex 32)"
chown -R 10001:10001 secrets
chown 999:999 secrets/POSTGRES_PASSWORD secrets/roles.sql
