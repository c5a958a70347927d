import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { plainText } from "@sekimori/kit-server/plain-text";
import {
  leavingQuerySchema,
  leavingSchema,
  longestClosingName,
  leavingScope as scope,
} from "@sekimori/portal-contract/applications/leaving";
import type { Closings } from "@sekimori/portal-contract/endpoints/closings";
import type { PortalContext } from "../../context.ts";
import {
  type AskedApplication,
  applicationsHolding,
  askApplication,
} from "../openid/provider/ask-application.ts";
import { ownToken } from "../openid/provider/own-token.ts";

type Books = Pick<PortalContext, "settings" | "db" | "clock" | "sealer" | "outbound" | "logger">;

/** Somebody looks at a dialog meanwhile; the general sentence is better than a longer wait. */
const bounds = { timeout: 3_000, largestAnswer: 2 ** 18 };

interface Answer {
  readonly names: Localized;
  readonly closes: Closings["applications"][number]["closes"];
}

/** What applications said, and the names of those that did not answer. */
export interface AskedClosings {
  readonly applications: readonly Answer[];
  readonly missing: readonly Localized[];
  readonly complete: boolean;
}

/** The same as somebody reads it. */
export const closingsIn = (asked: AskedClosings, locale: Locale): Closings => ({
  applications: asked.applications.map(({ names, closes }) => ({ name: names[locale], closes })),
  missing: asked.missing.map((names) => names[locale]),
  complete: asked.complete,
});

async function ask(
  context: Books,
  application: AskedApplication,
  account: string,
): Promise<Answer> {
  const token = await ownToken(context, { ...application, scope });
  const query = leavingQuerySchema.parse({ account });
  const question = { token, query, answer: leavingSchema, bounds };
  // Who is unknown there leaves nothing behind.
  const { closes } = (await askApplication(context, application, question)) ?? { closes: [] };
  const shown = closes.map(({ name, members }) => ({
    name: plainText(name, longestClosingName),
    members,
  }));
  return { names: application.names, closes: shown };
}

/**
 * Asks the applications what closes with a member's account, all at once. It takes some seconds at
 * most and never fails: leaving does not wait for an application that is away.
 */
export async function askClosings(context: Books, account: string): Promise<AskedClosings> {
  const asked = await applicationsHolding(context, "leaving_uri", account);
  const outcomes = await Promise.allSettled(asked.map((one) => ask(context, one, account)));
  const applications: Answer[] = [];
  const missing: Localized[] = [];
  for (const [at, application] of asked.entries()) {
    const outcome = outcomes[at];
    if (outcome?.status === "fulfilled") {
      applications.push(outcome.value);
    } else {
      missing.push(application.names);
      context.logger.warn(
        { err: outcome?.reason, application: application.name },
        "an application did not say what closes with an account",
      );
    }
  }
  // Where nobody is registered for it, nothing is known: an older registration lacks the address.
  return { applications, missing, complete: applications.length > 0 && missing.length === 0 };
}
