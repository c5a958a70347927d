import { lineSchema } from "@sekimori/kit-contract/name";
import type { z } from "zod";
import { type TicketKind, ticketFields } from "./words.ts";

/** It signs in as HTTP's Basic, where a colon ends it; in ServiceNow's queries "^" would end it. */
export const ticketUserSchema = lineSchema(200).regex(/^[^:^]+$/);

/** A user is named where one signs in with the key, and nowhere else. */
export function checkTicketUser(
  { kind, user }: { readonly kind: TicketKind; readonly user?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (ticketFields[kind].includes("user") === (user !== undefined)) return;
  const code = user === undefined ? "required" : "invalid";
  context.addIssue({ code: "custom", path: ["user"], params: { code } });
}
