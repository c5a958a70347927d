import { type Books, newId } from "./company.ts";

export type EventType =
  | `card_registration.${"requires_action" | "authenticated" | "succeeded" | "failed" | "expired" | "cancelled"}`
  | "card.deleted"
  | `charge.${"requires_action" | "succeeded" | "failed"}`
  | `refund.${"pending" | "succeeded" | "failed"}`
  | `dispute.${"opened" | "won" | "lost"}`;

/**
 * Writes down that something changed, in the transaction that changes it, so that the webhook is
 * sent if and only if the change was committed. `data` is the object as the API shows it.
 */
export async function recordEvent(
  books: Books,
  type: EventType,
  data: object,
  now: Date,
): Promise<void> {
  await books
    .insertInto("sandbox.payment_event")
    .values({ id: newId("evt"), created_at: now, type, data: JSON.stringify(data) })
    .execute();
}
