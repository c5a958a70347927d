import type { AlertView } from "@sekimori/karte-contract/endpoints/alerts";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { bellKindCode } from "../../database/codes.ts";
import {
  after,
  countUpTo,
  cutPage,
  ordering,
  type PageOrder,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import type { AlertDetail } from "./alert-words.ts";

interface BellRow {
  readonly id: string;
  readonly kind: number;
  readonly at: Date;
  readonly domain_id: string | null;
  readonly domain: string | null;
  readonly finding_id: string | null;
  readonly detail: AlertDetail;
  readonly read_at: Date | null;
}

const latestFirst: PageOrder = {
  column: sql`r.at`,
  type: "timestamptz",
  id: sql`r.alert_id`,
  idType: "uuid",
  descending: true,
};

/** Details as the bell shows them: with the name of whom they are about, in place of the account. */
async function tellPeople(tx: KarteTransaction, sealer: Sealer, rows: readonly BellRow[]) {
  const accountOf = ({ person }: AlertDetail) => (typeof person === "string" ? person : null);
  const person = await peopleById(
    tx,
    sealer,
    rows.map(({ detail }) => accountOf(detail)),
  );
  return (detail: AlertDetail): AlertDetail => {
    const account = accountOf(detail);
    return account === null ? { ...detail } : { ...detail, person: person(account)?.name ?? "" };
  };
}

/** What a person's bell has. */
export async function bellList(
  { db, sealer }: KarteContext,
  member: Member,
  query: { readonly cursor?: string | undefined; readonly size: number },
) {
  const from = readCursor(query.cursor);
  const own = sql<SqlBool>`r.account_id = ${member.person.id} and r.bell`;
  return inScope(db, member.scope, async (tx) => {
    const { rows } = await sql<BellRow>`
      select a.id, a.kind, r.at, a.domain_id, d.name as domain, a.finding_id, a.detail, r.read_at
      from karte.alert_receipt r join karte.alert a on a.id = r.alert_id
      left join karte.domain d on d.id = a.domain_id
      where ${own} and ${after(latestFirst, from)}
      order by ${ordering(latestFirst)} limit ${query.size + 1}`.execute(tx);
    const { shown, next } = cutPage(rows, query.size, (row) => [row.at.toISOString(), row.id]);
    const told = await tellPeople(tx, sealer, shown);
    const all = sql`1 from karte.alert_receipt r where ${own}`;
    const unread = await countUpTo(tx, sql`${all} and r.read_at is null`);
    return {
      alerts: shown.map(
        (row): AlertView => ({
          id: row.id,
          kind: bellKindCode.word(row.kind),
          at: row.at.toISOString(),
          domain: row.domain_id === null ? null : { id: row.domain_id, name: row.domain ?? "" },
          finding: row.finding_id,
          detail: told(row.detail),
          read: row.read_at !== null,
        }),
      ),
      unread: unread.value,
      next,
      count: await countUpTo(tx, all),
    };
  });
}

export async function readAll({ db, clock }: KarteContext, member: Member, until: string) {
  await inScope(db, member.scope, (tx) =>
    sql`update karte.alert_receipt set read_at = ${clock.now()}
      where account_id = ${member.person.id} and bell and read_at is null
        and at <= ${until}::timestamptz`.execute(tx),
  );
}
