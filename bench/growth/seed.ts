import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type ChainEnd,
  type HashedHeader,
  lastPosition,
  leafHash,
  mostEntries,
  nextHeader,
} from "@sekimori/kit-server/hash-chain";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { Digests } from "@sekimori/portal-server/digests";
import { sealPersonalData } from "@sekimori/portal-server/personal-data";
import { individual } from "@sekimori/portal-server/testing/sign-up-calls";
import type { Pool, PoolClient } from "pg";
import { copyRows } from "./copy-rows.ts";
import { Identifiers } from "./identifiers.ts";

export interface GrowthSizes {
  readonly accounts: number;
  readonly events: number;
  readonly sessions: number;
  readonly grants: number;
}

/** The address of one of the accounts that were copied in; their password is the journeys'. */
export const grownEmail = (index: number): string => `member-${index}@grown.example`;

/** Every so manieth event is the first account's, who has looked after the service for years. */
const busyShare = 500;

/** The log as its headers name it, and who keeps others from linking it. */
const auditLog = "portal.audit";
const holder = randomUUID();

const hour = 3_600_000;
const token = () => randomBytes(32).toString("base64url");
const hex = (bytes: Buffer) => `\\\\x${bytes.toString("hex")}`;
const row = (...columns: readonly (string | number)[]) => columns.join("\t");

function* times(count: number, make: (index: number) => string): Generator<string> {
  for (let index = 0; index < count; index++) yield make(index);
}

/** What a member who signed up by hand has, for those who are copied to have as well. */
async function templateOf(client: PoolClient) {
  const { rows } = await client.query<{
    password_hash: string;
    documents: string;
    shown: string;
    device: string;
  }>(
    `select c.password_hash, a.documents::text, a.shown::text, a.device
     from portal.credential c join portal.agreement a on a.account_id = c.account_id
     where c.account_id = (select id from portal.account where is_agree_service
       order by created_at desc limit 1) limit 1`,
  );
  const [template] = rows;
  if (template === undefined) throw new Error("Somebody has to sign up first.");
  // COPY reads a backslash as the beginning of an escape.
  const escaped = Object.entries(template).map(([name, text]) => [
    name,
    text.replaceAll("\\", "\\\\"),
  ]);
  return Object.fromEntries(escaped) as typeof template;
}

/** Fills a table without its further indexes, and makes them again at the end. */
async function withoutIndexes(
  client: PoolClient,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = $1::regclass
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}

/** Where the log's headers end, and which id an event is given next. */
interface LogEnd extends ChainEnd {
  readonly nextId: number;
}

const detail = "{}";

function eventAt(index: number, accounts: Identifiers, { nextId }: LogEnd, begun: number) {
  const whose = index % busyShare === 0 ? 0 : (index * 7_919) % accounts.count;
  return { id: nextId + index, account: accounts.at(whose), at: begun + index };
}

/** Events that are linked already; their headers are collected on the way (migration 052). */
function* auditEvents(
  end: LogEnd,
  accounts: Identifiers,
  { events }: GrowthSizes,
  headers: HashedHeader[],
): Generator<string> {
  const begun = Date.now() - 300 * 24 * hour;
  const linkedAt = new Date();
  let reached: ChainEnd = end;
  let leaves: Buffer[] = [];
  for (let index = 0; index < events; index++) {
    const { id, account, at } = eventAt(index, accounts, end, begun);
    const text = `[${id}, "${account}", "sign-in.succeeded", ${at}, "198.51.100.7", "Chrome", ${detail}]`;
    leaves.push(leafHash(text));
    if (leaves.length === mostEntries || index === events - 1) {
      const header = nextHeader(auditLog, reached, leaves, linkedAt);
      headers.push(header);
      reached = { number: header.number, position: lastPosition(header), hash: header.hash };
      leaves = [];
    }
    const time = new Date(at).toISOString();
    yield row(id, account, "sign-in.succeeded", time, "198.51.100.7", "Chrome", detail);
  }
}

function* auditHeaders(headers: readonly HashedHeader[], { nextId }: LogEnd): Generator<string> {
  let id = nextId;
  for (const header of headers) {
    const entries = Array.from({ length: header.count }, (_, index) => id + index);
    id += header.count;
    yield row(
      header.log,
      header.number,
      header.firstPosition,
      header.count,
      ...[header.root, header.previousHash, header.hash].map((text) => `\\\\x${text}`),
      header.at.toISOString(),
      `{${entries.join(",")}}`,
    );
  }
}

/** Keeps the product's own processes from linking, and waits until they have linked what there is. */
async function holdLog(client: PoolClient): Promise<LogEnd> {
  for (;;) {
    const { rows } = await client.query<{ token: string | null; waits: boolean }>(
      `select kit.take_lease($1, $2, 3600000) as token,
         exists (select from kit.chain_pending) as waits`,
      [auditLog, holder],
    );
    if (rows[0]?.token !== null && rows[0]?.waits === false) break;
    await releaseLog(client);
    await pause(200);
  }
  const { rows } = await client.query<{
    number: string;
    position: string;
    hash: string;
    id: string;
  }>(
    `select coalesce(max(number), 0) as number, coalesce(max(first_position + count), 1) - 1 as position,
       coalesce((select encode(hash, 'hex') from kit.chain_header where log = $1
         order by number desc limit 1), '') as hash,
       nextval('portal.audit_event_id') as id
     from kit.chain_header where log = $1`,
    [auditLog],
  );
  const [end] = rows;
  if (end === undefined) throw new Error("The log has no end.");
  const { number, position, hash, id } = end;
  return { number: Number(number), position: Number(position), hash, nextId: Number(id) };
}

async function releaseLog(client: PoolClient): Promise<void> {
  await client.query("update kit.lease set expires_at = now() where name = $1 and holder = $2", [
    auditLog,
    holder,
  ]);
}

export interface Grown {
  readonly accounts: Identifiers;
  readonly minutes: number;
}

/**
 * Makes accounts that can sign in, with contract, agreement, sessions, grants and a whole audit
 * log, by COPY.
 *
 * @param progress is told what is done.
 */
export async function seedGrowth(options: {
  readonly pool: Pool;
  readonly sealer: Sealer;
  readonly digests: Digests;
  readonly clientId: string;
  readonly sizes: GrowthSizes;
  readonly progress: (step: string) => void;
}): Promise<Grown> {
  const { pool, sealer, digests, clientId, sizes, progress } = options;
  const began = performance.now();
  const client = await pool.connect();
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 6 * hour).toISOString();
  const halfAYear = new Date(Date.now() + 180 * 24 * hour).toISOString();
  const accounts = new Identifiers(sizes.accounts);
  const sessions = new Identifiers(sizes.sessions);
  const template = await templateOf(client);
  const fill = async (table: string, columns: string, count: number, lines: Iterable<string>) => {
    await withoutIndexes(client, table, () => copyRows(client, `${table} (${columns})`, lines));
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    progress(`${seconds} s: ${count} rows of ${table}`);
  };
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set maintenance_work_mem = '256MB'");
    // Foreign keys hold by the way the rows are made; checking each would take half of the time.
    await client.query("set session_replication_role = replica");
    await fill(
      "portal.account",
      "id, email_digest, personal, user_type, language, is_agree_service, created_at",
      sizes.accounts,
      times(sizes.accounts, (index) => {
        const id = accounts.at(index);
        const email = grownEmail(index);
        const personal = sealPersonalData(sealer, id, { email, information: individual });
        const language = index % 2 === 0 ? "ja" : "en";
        return row(id, digests.email(email), hex(personal), "2", language, "t", now);
      }),
    );
    await fill(
      "portal.credential",
      "account_id, password_hash, changed_at",
      sizes.accounts,
      times(sizes.accounts, (index) => row(accounts.at(index), template.password_hash, now)),
    );
    const contracts = new Identifiers(sizes.accounts);
    await fill(
      "portal.contract",
      "id, account_id, plan, tax_percent, started_on, created_at",
      sizes.accounts,
      times(sizes.accounts, (index) =>
        row(contracts.at(index), accounts.at(index), "free", 10, now.slice(0, 10), now),
      ),
    );
    const agreements = new Identifiers(sizes.accounts);
    await fill(
      "portal.agreement",
      "id, account_id, documents, shown, locale, promotional_mail, agreed_at, ip_address, device",
      sizes.accounts,
      times(sizes.accounts, (index) =>
        row(
          agreements.at(index),
          accounts.at(index),
          template.documents,
          template.shown,
          "ja",
          "f",
          now,
          "198.51.100.7",
          template.device,
        ),
      ),
    );
    await fill(
      "portal.session",
      "id, token_digest, account_id, created_at, authenticated_at, last_seen_at, expires_at, device, ip_address",
      sizes.sessions,
      times(sizes.sessions, (index) =>
        row(
          sessions.at(index),
          token(),
          accounts.at(index % sizes.accounts),
          ...[now, now, now, later],
          template.device,
          "198.51.100.7",
        ),
      ),
    );
    await fill(
      "portal.oidc_record",
      "model, id_digest, payload, grant_id, expires_at, session_id",
      sizes.grants,
      times(sizes.grants, (index) => {
        const accountId = accounts.at(index % sizes.accounts);
        const iat = Math.floor(Date.now() / 1_000);
        const payload = { iat, accountId, clientId, kind: "Grant", openid: { scope: "openid" } };
        const session = sessions.at(index % sizes.sessions);
        return row("Grant", token(), JSON.stringify(payload), token(), halfAYear, session);
      }),
    );
    const end = await holdLog(client);
    const headers: HashedHeader[] = [];
    await client.query("select setval('portal.audit_event_id', $1)", [end.nextId + sizes.events]);
    await fill(
      "portal.audit_event",
      "id, account_id, action, at, ip_address, device, detail",
      sizes.events,
      auditEvents(end, accounts, sizes, headers),
    );
    await fill(
      "kit.chain_header",
      "log, number, first_position, count, root, previous_hash, hash, at, entries",
      headers.length,
      auditHeaders(headers, end),
    );
    await releaseLog(client);
    await client.query("set session_replication_role = origin");
    await client.query("vacuum analyze");
  } finally {
    client.release(true);
  }
  return { accounts, minutes: (performance.now() - began) / 60_000 };
}
