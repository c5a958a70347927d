import type { Selectable } from "kysely";
import type { SandboxTables } from "../database/tables.ts";
import { recordMovement } from "./balance.ts";
import { type Books, type Company, CompanyError, newId } from "./company.ts";
import { recordEvent } from "./events.ts";

type DisputeRow = Selectable<SandboxTables["sandbox.payment_dispute"]>;

/** A dispute as the API shows it, with what it moved in the company's ledger. */
export async function showDispute(books: Books, dispute: DisputeRow) {
  const entries = await books
    .selectFrom("sandbox.payment_balance")
    .select(["sequence", "amount", "created_at"])
    .where("source", "=", dispute.id)
    .orderBy("sequence")
    .execute();
  return {
    id: dispute.id,
    status: dispute.status,
    charge_id: dispute.charge_id,
    amount: dispute.amount,
    created_at: dispute.created_at.toISOString(),
    entries: entries.map(({ sequence, amount, created_at: at }) => ({
      sequence: Number(sequence),
      amount,
      created_at: at.toISOString(),
    })),
  };
}

/** @throws CompanyError 404 `dispute_not_found`. */
export async function findDispute(books: Books, id: string): Promise<DisputeRow> {
  const dispute = await books
    .selectFrom("sandbox.payment_dispute")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (dispute === undefined) throw new CompanyError(404, "dispute_not_found", "No such dispute.");
  return dispute;
}

/**
 * A card holder's bank takes a charge back, as a person can provoke it here.
 *
 * @throws CompanyError 404 `charge_not_found`; 422 `charge_not_disputable` if it failed or was
 *   disputed before.
 */
export async function openDispute(company: Company, chargeId: string) {
  const dispute = await company.database
    .transaction()
    .execute((books) => insertDispute(books, chargeId, company.now()));
  company.wake();
  return dispute;
}

/** The bank decides. @throws CompanyError 404 `dispute_not_found`; 422 `dispute_closed`. */
export async function closeDispute(company: Company, id: string, outcome: "won" | "lost") {
  const dispute = await company.database
    .transaction()
    .execute((books) => decideDispute(books, id, outcome, company.now()));
  company.wake();
  return dispute;
}

async function insertDispute(books: Books, chargeId: string, now: Date) {
  const charge = await books
    .selectFrom("sandbox.payment_charge")
    .selectAll()
    .where("id", "=", chargeId)
    .forUpdate()
    .executeTakeFirst();
  if (charge === undefined) throw new CompanyError(404, "charge_not_found", "No such charge.");
  const dispute =
    charge.status === "succeeded"
      ? await books
          .insertInto("sandbox.payment_dispute")
          .values({
            id: newId("dsp"),
            created_at: now,
            charge_id: charge.id,
            amount: charge.amount,
            status: "open",
          })
          .onConflict((conflict) => conflict.column("charge_id").doNothing())
          .returningAll()
          .executeTakeFirst()
      : undefined;
  if (dispute === undefined) {
    throw new CompanyError(422, "charge_not_disputable", "The charge cannot be disputed.");
  }
  await recordMovement(books, {
    kind: "dispute",
    amount: -dispute.amount,
    source: dispute.id,
    at: now,
  });
  const shown = await showDispute(books, dispute);
  await recordEvent(books, "dispute.opened", shown, now);
  return shown;
}

async function decideDispute(books: Books, id: string, outcome: "won" | "lost", now: Date) {
  await findDispute(books, id);
  const closed = await books
    .updateTable("sandbox.payment_dispute")
    .set({ status: outcome })
    .where("id", "=", id)
    .where("status", "=", "open")
    .returningAll()
    .executeTakeFirst();
  if (closed === undefined) throw new CompanyError(422, "dispute_closed", "It is closed already.");
  if (outcome === "won") {
    await recordMovement(books, {
      kind: "dispute_won",
      amount: closed.amount,
      source: closed.id,
      at: now,
    });
  }
  const shown = await showDispute(books, closed);
  await recordEvent(books, `dispute.${outcome}`, shown, now);
  return shown;
}
