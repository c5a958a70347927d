import {
  type MonthlySummary,
  monthlySummarySchema,
  summaryQuerySchema,
  summaryScope,
} from "@sekimori/portal-contract/applications/summary";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { ownToken, ownTokenSeconds } from "../openid/provider/own-token.ts";

type Books = Pick<PortalContext, "settings" | "db" | "clock" | "sealer" | "outbound">;

/** An application that gives summaries. */
export interface SummaryGiver {
  readonly clientId: string;
  readonly address: string;
  readonly algorithm: "RS256" | "ES256";
}

const metadataSchema = z.object({
  summaries_uri: z.url(),
  id_token_signed_response_alg: z.enum(["RS256", "ES256"]),
});

const answerMs = 10_000;

/** The first application that was registered with an address for summaries; one mail has one source. */
export async function findSummaryGiver({ db }: Books): Promise<SummaryGiver | undefined> {
  const rows = await db
    .selectFrom("portal.oidc_client")
    .select(["client_id", "metadata"])
    .orderBy("created_at")
    .orderBy("client_id")
    .execute();
  for (const { client_id: clientId, metadata } of rows) {
    const { data } = metadataSchema.safeParse(metadata);
    if (data === undefined) continue;
    return { clientId, address: data.summaries_uri, algorithm: data.id_token_signed_response_alg };
  }
  return undefined;
}

/** Asks an application for one member's month. Undefined: it does not know the member. */
export type AskForSummary = (
  account: string,
  month: string,
  signal: AbortSignal,
) => Promise<MonthlySummary | undefined>;

/**
 * @returns what asks; it throws when the application does not answer as the contract says, and may
 * be asked again.
 */
export function summariesFrom(context: Books, giver: SummaryGiver): AskForSummary {
  let token: { readonly text: Promise<string>; readonly until: number } | undefined;

  function current(): Promise<string> {
    if (token === undefined || token.until < Date.now()) {
      // The machine's time: the application compares it with its own.
      const { address, algorithm } = giver;
      token = {
        text: ownToken(context, { address, algorithm, scope: summaryScope }),
        until: Date.now() + (ownTokenSeconds / 3) * 1000,
      };
    }
    return token.text;
  }

  return async (account, month, signal) => {
    const address = new URL(giver.address);
    for (const [name, value] of Object.entries(summaryQuerySchema.parse({ account, month }))) {
      address.searchParams.set(name, value);
    }
    const response = await context.outbound.fetch(address, {
      headers: { authorization: `Bearer ${await current()}`, accept: "application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`${giver.clientId} answered ${response.status} when asked for a summary.`);
    }
    const summary = monthlySummarySchema.parse(await response.json());
    if (summary.account !== account || summary.month !== month) {
      throw new Error(`${giver.clientId} told of another member or month than it was asked for.`);
    }
    return summary;
  };
}
