import { type UnsubscribeTokens, unsubscribeTokens } from "@sekimori/kit-server/unsubscribe";
import type { Digests } from "../credentials/digests.ts";

/** What the links of a summary name its account by. */
export const summaryTokens = (digests: Pick<Digests, "token">): UnsubscribeTokens =>
  unsubscribeTokens((accountId) => digests.token("monthly-summary", accountId));
