import {
  type MonthlySummary,
  monthlySummarySchema,
  summaryScope as scope,
  summaryQuerySchema,
} from "@sekimori/portal-contract/applications/summary";
import type { PortalContext } from "../../context.ts";
import {
  type AskedApplication,
  applicationsWith,
  askApplication,
} from "../openid/provider/ask-application.ts";
import { ownToken, ownTokenSeconds } from "../openid/provider/own-token.ts";

type Books = Pick<PortalContext, "settings" | "db" | "clock" | "sealer" | "outbound">;

/** The first application that was registered with an address for summaries; one mail has one source. */
export async function findSummaryGiver(
  context: Pick<Books, "db">,
): Promise<AskedApplication | undefined> {
  const [first] = await applicationsWith(context, "summaries_uri");
  return first;
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
export function summariesFrom(context: Books, giver: AskedApplication): AskForSummary {
  let token: { readonly text: Promise<string>; readonly until: number } | undefined;

  function current(): Promise<string> {
    if (token === undefined || token.until < Date.now()) {
      // The machine's time: the application compares it with its own.
      token = {
        text: ownToken(context, { ...giver, scope }),
        until: Date.now() + (ownTokenSeconds / 3) * 1000,
      };
    }
    return token.text;
  }

  return async (account, month, signal) =>
    askApplication(context, giver, {
      token: await current(),
      query: summaryQuerySchema.parse({ account, month }),
      answer: monthlySummarySchema,
      signal,
    });
}
