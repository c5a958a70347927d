import type { Cause } from "../../engine/cause.ts";
import type { Target } from "../../engine/context.ts";

/** SPF, DMARC and what strangers can do without them are one thing to mend: who may send as the domain. */
export function senderPolicy({ domain }: Target): Cause {
  return { kind: "record", name: `sender policy of ${domain}` };
}
