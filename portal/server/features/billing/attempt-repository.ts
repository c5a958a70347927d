import { randomUUID } from "node:crypto";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { isOwed, stateList, unansweredStates } from "./money-states.ts";

export type AttemptRow = Selectable<Tables["portal.charge_attempt"]>;
export type InvoiceRow = Selectable<Tables["portal.invoice"]>;

/**
 * Takes attempts that nobody has sent yet, and marks them as sent before anybody is called. Until
 * then a card that its holder replaced meanwhile gives way to the new one; one for this once stays.
 */
export async function claimCreated(
  db: Queryable,
  limit: number,
  now: Date,
  invoiceId?: string,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    update portal.charge_attempt as attempt set state = 'sent', sent_at = ${now},
      (gateway, gateway_card, card_last4) = (
        select coalesce(min(card.gateway), attempt.gateway),
          coalesce(min(card.gateway_card), attempt.gateway_card),
          coalesce(min(card.last4), attempt.card_last4)
        from portal.card as card
        where card.account_id = attempt.account_id and card.removed_at is null
          and not attempt.is_one_time
      )
    -- By their keys alone: asked for their state once more, they are looked for among all that wait.
    -- What the inner select has locked stays as it found it.
    where attempt.id = any(array(
      select id from portal.charge_attempt
      where state = 'created' and (${invoiceId ?? null}::uuid is null or invoice_id = ${invoiceId ?? null})
      order by created_at limit ${limit} for update skip locked
    ))
    returning attempt.*`.execute(db);
  return rows;
}

/**
 * Attempts whose answer is missing since before a moment, oldest first.
 *
 * @param after the last one of the page before
 */
export async function findUnanswered(
  db: Queryable,
  before: Date,
  limit: number,
  after: AttemptRow | undefined,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select * from portal.charge_attempt
    where state in (${stateList(unansweredStates)}) and sent_at < ${before}
      and (
        ${after?.id ?? null}::uuid is null
        or (sent_at, id) > (${after?.sent_at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      )
    order by sent_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Moves an attempt out of the states in which its outcome is open. Undefined: it was decided. */
export async function decideAttempt(
  tx: PortalTransaction,
  id: string,
  change: Updateable<Tables["portal.charge_attempt"]>,
): Promise<AttemptRow | undefined> {
  return tx
    .updateTable("portal.charge_attempt")
    .set(change)
    .where("id", "=", id)
    .where("state", "in", unansweredStates)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks attempts as succeeded, each with the company's name for its charge.
 *
 * @returns those whose outcome was still open
 */
export async function decideSucceeded(
  tx: PortalTransaction,
  succeeded: readonly { readonly id: string; readonly charge: string }[],
  now: Date,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    update portal.charge_attempt as attempt
    set state = 'succeeded', gateway_charge = given.charge, finished_at = ${now},
      one_time_token = null
    from unnest(
      ${succeeded.map(({ id }) => id)}::uuid[], ${succeeded.map(({ charge }) => charge)}::text[]
    ) as given (id, charge)
    where attempt.id = given.id and attempt.state in (${stateList(unansweredStates)})
    returning attempt.*`.execute(tx);
  return rows;
}

/**
 * Locks the accounts whose plan rests for want of these invoices' payment. Paying may change their
 * contracts, and an account is locked before its contract and its invoices, as everywhere.
 */
export async function lockRestingAccounts(
  tx: PortalTransaction,
  invoiceIds: readonly string[],
): Promise<void> {
  await sql`
    select account.id from portal.account as account
    where account.id in (
      select contract.account_id from portal.contract as contract
      join portal.invoice as invoice on invoice.contract_id = contract.id
      where invoice.id = any(${invoiceIds}::uuid[]) and contract.suspended_on is not null
    )
    order by account.id for update`.execute(tx);
}

/** Locks invoices, always in the same order, so that nobody waits in a circle. */
export async function lockInvoices(
  tx: PortalTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceRow>> {
  const { rows } = await sql<InvoiceRow>`
    select * from portal.invoice where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return new Map(rows.map((invoice) => [invoice.id, invoice]));
}

export async function lockInvoice(
  tx: PortalTransaction,
  id: string,
): Promise<InvoiceRow | undefined> {
  return tx
    .selectFrom("portal.invoice")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether another card than an attempt's is on file now. */
export async function isCardReplaced(
  tx: Queryable,
  { account_id: accountId, gateway_card: card }: AttemptRow,
): Promise<boolean> {
  const present = await tx
    .selectFrom("portal.card")
    .select("gateway_card")
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return present !== undefined && present.gateway_card !== card;
}

export interface FirstAttempt {
  readonly invoiceId: string;
  readonly amount: number;
  readonly card: Selectable<Tables["portal.card"]>;
}

/** Writes down the first attempts of invoices, with one statement. */
export async function insertFirst(
  tx: PortalTransaction,
  attempts: readonly FirstAttempt[],
  now: Date,
): Promise<void> {
  if (attempts.length === 0) return;
  await sql`
    insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount, gateway,
      gateway_card, card_last4, idempotency_key, state, created_at)
    select gen_random_uuid(), given.invoice, 1, given.account, given.amount, given.gateway,
      given.card, given.last4, given.key, 'created', ${now}
    from unnest(
      ${attempts.map(({ invoiceId }) => invoiceId)}::uuid[],
      ${attempts.map(({ card }) => card.account_id)}::uuid[],
      ${attempts.map(({ amount }) => amount)}::integer[],
      ${attempts.map(({ card }) => card.gateway)}::text[],
      ${attempts.map(({ card }) => card.gateway_card)}::text[],
      ${attempts.map(({ card }) => card.last4)}::text[],
      ${attempts.map(() => randomUUID())}::text[]
    ) as given (invoice, account, amount, gateway, card, last4, key)`.execute(tx);
}

/** Where its holder waits, who can prove who they are: on My Page, or on the page of a link. */
export type Holder = "my-page" | { readonly link: string };

/** The columns of where a holder waits. @param link the digest of a link's token */
function holderColumns(holder: Holder | null): Pick<AttemptTable, "returns_to" | "link_digest"> {
  if (holder === null || holder === "my-page") return { returns_to: holder };
  return { returns_to: "pay-link", link_digest: holder.link };
}

/**
 * Writes a further attempt down, with the card that is on file now.
 *
 * @param holder where its holder waits; null: nobody is there
 * @returns undefined without a card, while another attempt's outcome is open, or when it is paid
 */
export async function insertNextAttempt(
  tx: PortalTransaction,
  invoice: InvoiceRow,
  now: Date,
  holder: Holder | null = null,
): Promise<AttemptRow | undefined> {
  if (!isOwed(invoice.state)) return undefined;
  const card = await tx
    .selectFrom("portal.card")
    .selectAll()
    .where("account_id", "=", invoice.account_id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (card === undefined) return undefined;
  const { gateway, gateway_card, last4: card_last4 } = card;
  const charged = { id: randomUUID(), gateway, gateway_card, card_last4 };
  return insertAttempt(tx, invoice, now, { ...charged, ...holderColumns(holder) });
}

/** A card that one charge is made to and that nobody keeps. */
export interface OneTimeCard {
  /** The attempt's id, chosen by the browser once for a submit. */
  readonly id: string;
  readonly gateway: string;
  readonly last4: string;
  /** The token of the company's fields, sealed. */
  readonly token: Buffer;
  /** The digest of the link that it is entered by. */
  readonly link: string;
}

/**
 * Writes an attempt down with a card for this once. Its holder is there, by the link of a mail.
 *
 * @returns undefined while another attempt's outcome is open, for an attempt that is there already,
 *   or when it is paid
 */
export async function insertOneTimeAttempt(
  tx: PortalTransaction,
  invoice: InvoiceRow,
  { id, gateway, last4, token, link }: OneTimeCard,
  now: Date,
): Promise<AttemptRow | undefined> {
  if (!isOwed(invoice.state)) return undefined;
  return insertAttempt(tx, invoice, now, {
    id,
    gateway,
    gateway_card: "one-time",
    card_last4: last4,
    is_one_time: true,
    one_time_token: token,
    ...holderColumns({ link }),
  });
}

type Charged = "id" | "gateway" | "gateway_card" | "card_last4" | "returns_to" | "link_digest";
type OfOneTime = "is_one_time" | "one_time_token";
type AttemptTable = Insertable<Tables["portal.charge_attempt"]>;

async function insertAttempt(
  tx: PortalTransaction,
  invoice: InvoiceRow,
  now: Date,
  values: Pick<AttemptTable, Charged | OfOneTime>,
): Promise<AttemptRow | undefined> {
  const { last } = await tx
    .selectFrom("portal.charge_attempt")
    .select(({ fn }) => fn.max<number | null>("attempt_number").as("last"))
    .where("invoice_id", "=", invoice.id)
    .executeTakeFirstOrThrow();
  return tx
    .insertInto("portal.charge_attempt")
    .values({
      ...values,
      invoice_id: invoice.id,
      attempt_number: (last ?? 0) + 1,
      account_id: invoice.account_id,
      amount: invoice.total,
      idempotency_key: randomUUID(),
      state: "created",
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}
