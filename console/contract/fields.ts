import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { maintenanceReasonMost } from "@sekimori/kit-contract/maintenance";
import { lineSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { reasonMost } from "./constants.ts";
import { roles } from "./rights.ts";
import { identityChecks } from "./words.ts";

/** Why a member's data is opened: a ticket, and no name. The audit log keeps it. */
export const reasonSchema = lineSchema(reasonMost);

/** What stands on a credit note, which the member reads. */
export const creditNoteReasonSchema = lineSchema(reasonMost);

/** The number of an invoice, as it stands on the document. */
export const invoiceNumberSchema = z.string().regex(/^SK-[0-9]{8,12}$/);

/** Yen, as they are typed: whole, and more than nothing. */
export const yenSchema = z.int().min(1).max(100_000_000);

/** What the find page takes, as it is typed. */
export const findBodySchema = z.strictObject({ text: lineSchema(200), reason: reasonSchema });

/** Public key or certificate in PEM, for which a copy of somebody's data is sealed. */
export const recipientSchema = z.string().trim().min(1).max(8_000);

/** Whom an administrator appoints, as the form takes it: by an address or an account's id. */
export const appointmentBodySchema = z.strictObject({
  whom: lineSchema(254),
  /** What the audit log says of them. */
  name: lineSchema(80),
  roles: z.array(z.enum(roles)).min(1),
  reason: reasonSchema,
});

/** Why an account's recovery begins, and how it was made sure who asks, as the form takes it. */
export const recoveryBodySchema = z.strictObject({
  identity: z.enum(identityChecks),
  reason: reasonSchema,
});

/** Consumption tax in a price. */
const taxPercentSchema = z.int().min(0).max(100);

/** A price of the paid plan and why, as it is asked for. */
export const priceBodySchema = z.strictObject({
  /** The 1st of a month. */
  effectiveOn: daySchema,
  monthlyPrice: yenSchema,
  taxPercent: taxPercentSchema,
  reason: reasonSchema,
});

/** A month of the books, as 2027-01. */
export const monthSchema = z.string().regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/);

/** Why something is closed, in one language; people read it. */
export const maintenanceReasonSchema = lineSchema(maintenanceReasonMost);

/** After so many minutes it is open again by itself; null: somebody opens it. */
export const maintenanceMinutesSchema = z.int().min(1).max(10_080).nullable();
