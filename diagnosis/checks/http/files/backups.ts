/** What pg_dump's own format begins with. */
const OF_PG_DUMP = "PGDMP";

/** The first lines that the programs write which make dumps: of MySQL, PostgreSQL, SQLite, SQL Server, and panels. */
export function isDump(text: string): boolean {
  const head = text.slice(0, 2_000);
  return (
    text.startsWith(OF_PG_DUMP) ||
    /^(?:-- (?:MySQL dump \d|MariaDB dump \d|PostgreSQL database (?:cluster )?dump|phpMyAdmin SQL Dump|Adminer \d[\d.]* \w+ .*dump|TablePlus \d|Dump created by MySQL (?:pump|dump|Shell)|Dumping (?:structure|data) for)|# (?:Sequel (?:Pro|Ace) SQL dump|WordPress MySQL database (?:backup|migration)|phpMyAdmin (?:MySQL-Dump|SQL Dump))|\/\*{6} Object: {1,4}Table )/m.test(
      head,
    ) ||
    /^(?:\uFEFF)?PRAGMA foreign_keys=OFF;\s+BEGIN TRANSACTION;/.test(head)
  );
}

/**
 * Statements alone, as by hand: after comments and settings, a table is made or filled. What fills it may be what
 * every installation begins with.
 */
export function isSql(text: string): boolean {
  return /^(?:\uFEFF)?(?:\s{1,9}|(?:--|#)[^\n]{0,400}\n|\/\*[^*]{0,400}\*\/;?|(?:SET|USE|BEGIN|START TRANSACTION|CREATE DATABASE|DROP TABLE)\b[^;<]{0,400};){0,40}(?:CREATE TABLE [^;<(]{1,200}[(]\s{0,9}["`[]?\w{1,80}["`\]]?\s{1,9}(?:(?:small|big|medium|tiny)?(?:int|serial)|(?:n?var)?char|text|uuid|date|time|decimal|numeric|bool|bit|double|float|blob|bytea|json)|INSERT INTO [^;<]{1,400}(?:VALUES|SELECT)\b)/i.test(
    text,
  );
}

/** Tables in which frameworks keep the versions of all others. */
const OF_VERSIONS =
  /^["`]?(?:public["`]?\.["`]?)?(?:(?:schema_|django_|doctrine_|knex_|sequelize_?)?migrations?(?:_versions|_lock|meta)?|ar_internal_metadata|alembic_version|flyway_schema_history|databasechangelog(?:lock)?|goose_db_version|__EFMigrationsHistory)\b/i;

/** Data, and not the tables' definitions and versions alone. */
export function hasRows(text: string): boolean {
  if (text.startsWith(OF_PG_DUMP)) return /\bTABLE DATA\b/.test(text);
  const rows = text.matchAll(
    /^(?:\s{0,9}(?:(?:INSERT|REPLACE) (?:IGNORE )?INTO|INSERT(?= \[)) ([^\n]{1,80})|COPY ([^\n]{1,400}) FROM stdin;\r?\n(?!\\\.))/gim,
  );
  for (const [, inserted, copied] of rows)
    if (!OF_VERSIONS.test(inserted ?? copied ?? "")) return true;
  return false;
}

/** The mark of a file inside a ZIP archive (APPNOTE.TXT §4.3.7). */
const ENTRY = "PK\u0003\u0004";
const SOURCE =
  /^[\s\S]{16,60}?[\w./ -]{0,120}(?:\.(?:php\d?|sql|env|py|rb|jsp|aspx?|cs|go|ini|ya?ml|pem|key|bak|htpasswd)|wp-config|\.git\/)/;

export function isArchive(text: string): boolean {
  return text.startsWith(ENTRY);
}

/** Names in an archive's local headers that belong to a site's own code, settings or data. */
export function sourcesIn(text: string): boolean {
  return text
    .split(ENTRY)
    .slice(1, 200)
    .some((entry) => SOURCE.test(entry.slice(0, 200)));
}
