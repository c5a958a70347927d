import { defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Deletes a card at the payment company that no account uses any more. */
export const deleteGatewayCard = defineJob(
  "portal.delete-gateway-card",
  z.object({ card: z.string() }),
);

/** Asks the payment company about an attempt that was left open. */
export const settleCardAttempt = defineJob(
  "portal.settle-card-attempt",
  z.object({ attempt: z.uuid() }),
);
