import { z } from "zod";

const id = z.string().min(1).max(100);

export const registrationRequest = z.strictObject({
  token: id,
  /** Where the holder's browser is sent after 3-D Secure; on one of the merchant's origins. */
  return_url: z.url().max(2_000),
  /** The merchant's own name for its customer. */
  customer_ref: z.string().min(1).max(200),
  /** Language of the 3-D Secure page; else the browser's. */
  locale: z.enum(["ja", "en"]).optional(),
});

const charged = {
  amount: z.int().min(1).max(9_999_999),
  currency: z.literal("JPY"),
  description: z.string().min(1).max(500),
  /** The holder is present, and their browser is sent here after 3-D Secure. */
  return_url: z.url().max(2_000).optional(),
};

export const chargeRequest = z.union([
  z.strictObject({ card_id: id, ...charged }),
  /** A card that is charged this once and not kept; its holder has to be present. */
  z.strictObject({ token: id, ...charged, return_url: z.url().max(2_000) }),
]);

export const refundRequest = z.strictObject({
  charge_id: id,
  amount: z.int().min(1).max(9_999_999).optional(),
});

export const refundQuery = z.strictObject({
  charge_id: id,
  idempotency_key: z.string().min(1).max(255),
});

export const chargeQuery = z.strictObject({ idempotency_key: z.string().min(1).max(255) });

export const balanceQuery = z.strictObject({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  after: z.coerce.number().int().nonnegative().default(0),
});

export const disputeRequest = z.strictObject({ charge_id: id });

export const disputeClosing = z.strictObject({ outcome: z.enum(["won", "lost"]) });

export const idParams = z.object({ id });

export const idempotencyKey = z.string().min(1).max(255);
