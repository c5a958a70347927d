import { type Selectable, sql } from "kysely";
import type { SandboxTables } from "../database/tables.ts";
import { feeOf } from "./balance.ts";
import { type Books, newId } from "./company.ts";
import { hashOf, type KeyedCall } from "./idempotency.ts";
import { together } from "./together.ts";

export type CardRow = Selectable<SandboxTables["sandbox.payment_card"]>;
export type ChargeRow = Selectable<SandboxTables["sandbox.payment_charge"]>;

/** A charge with the call that asked for it and the answer that it gets. */
export interface NewCharge {
  readonly call: KeyedCall;
  readonly charge: ChargeRow;
  readonly answer: object;
}

/**
 * What charges read and write. A month's billing comes as thousands of them within a minute, so
 * whatever comes at once is read, and written, by one statement.
 */
export interface ChargeBooks {
  /** A kept card; undefined for one that is unknown or deleted. */
  card(id: string): Promise<CardRow | undefined>;
  /** @returns false when another call has used the key before; nothing is written then. */
  write(charge: NewCharge): Promise<boolean>;
}

/** What a successful charge moves in the company's ledger. */
export function movementsOf(amount: number) {
  const fee = feeOf(amount);
  const charged = { kind: "charge", amount } as const;
  return fee > 0 ? [charged, { kind: "fee", amount: -fee } as const] : [charged];
}

async function readCards(
  books: Books,
  ids: readonly string[],
): Promise<readonly (CardRow | undefined)[]> {
  const rows = await books
    .selectFrom("sandbox.payment_card")
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where("deleted_at", "is", null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

/** The key, the charge, its movements and the event of each: all of them or none. */
async function writeCharges(books: Books, made: readonly NewCharge[]): Promise<boolean[]> {
  const rows = made.map(({ call, charge, answer }) => ({
    ...charge,
    request: hashOf(call),
    event: newId("evt"),
    answer: JSON.stringify(answer),
  }));
  const movements = rows
    .filter(({ status }) => status === "succeeded")
    .flatMap(({ id, amount }) => movementsOf(amount).map((moved) => ({ id, ...moved })));
  const list = <Value>(of: (row: (typeof rows)[number]) => Value) => rows.map(of);
  const { rows: claimed } = await sql<{ key: string }>`
    with given as materialized (
      select * from unnest(
        ${list(({ idempotency_key: key }) => key)}::text[], ${list(({ request }) => request)}::text[],
        ${list(({ created_at: at }) => at)}::timestamptz[], ${list(({ answer }) => answer)}::text[],
        ${list(({ id }) => id)}::text[], ${list(({ card_id: card }) => card)}::text[],
        ${list(({ amount }) => amount)}::integer[], ${list(({ currency }) => currency)}::text[],
        ${list(({ description }) => description)}::text[], ${list(({ status }) => status)}::text[],
        ${list(({ failure }) => failure)}::text[], ${list((row) => row.decline_code)}::text[],
        ${list((row) => row.return_url)}::text[], ${list(({ event }) => event)}::text[]
      ) as given (key, request, at, answer, id, card, amount, currency, description, status, failure,
        decline_code, return_url, event)
    ), claimed as (
      insert into sandbox.payment_idempotency (key, request_hash, created_at, answer)
      select key, request, at, answer::json from given
      on conflict (key) do nothing
      returning key
    ), charged as (
      insert into sandbox.payment_charge (id, created_at, idempotency_key, card_id, amount,
        currency, description, status, failure, decline_code, return_url)
      select id, at, key, card, amount, currency, description, status, failure, decline_code,
        return_url
      from claimed join given using (key)
    ), moved as (
      insert into sandbox.payment_balance (created_at, kind, amount, source)
      select given.at, movement.kind, movement.amount, given.id
      from claimed join given using (key) join unnest(
        ${movements.map(({ id }) => id)}::text[], ${movements.map(({ kind }) => kind)}::text[],
        ${movements.map(({ amount }) => amount)}::integer[]
      ) with ordinality as movement (charge, kind, amount, place) on movement.charge = given.id
      -- A charge stands before its fee.
      order by movement.place
    ), told as (
      insert into sandbox.payment_event (id, created_at, type, data)
      select event, at, 'charge.' || status, answer::jsonb from claimed join given using (key)
    )
    select key from claimed`.execute(books);
  const isClaimed = new Set(claimed.map(({ key }) => key));
  return made.map(({ call }) => isClaimed.has(call.key));
}

export function chargeBooks(books: Books): ChargeBooks {
  return {
    card: together((ids: readonly string[]) => readCards(books, ids)),
    write: together(
      (made: readonly NewCharge[]) => writeCharges(books, made),
      ({ call }) => call.key,
    ),
  };
}
