import type { Localized } from "@sekimori/kit-contract/locale";
import {
  type PersonalData,
  personalDataQuerySchema,
  personalDataSchema,
  personalDataScope as scope,
} from "@sekimori/portal-contract/applications/personal-data";
import type { PortalContext } from "../../context.ts";
import { applicationsHolding, askApplication } from "../openid/provider/ask-application.ts";
import { ownToken } from "../openid/provider/own-token.ts";

type Books = Pick<PortalContext, "settings" | "db" | "clock" | "sealer" | "outbound">;

/** One person's data, which is more than what such calls usually answer. */
const bounds = { timeout: 60_000, largestAnswer: 64 * 2 ** 20 };

/** What an application holds of a member. */
export interface ApplicationData {
  /** For programs. */
  readonly name: string;
  /** What people read. */
  readonly names: Localized;
  readonly parts: PersonalData["parts"];
}

/** An application whose part is not there. */
export interface MissingApplication {
  readonly clientId: string;
  readonly name: string;
  readonly names: Localized;
  readonly cause: unknown;
}

export interface Asked {
  readonly answers: readonly ApplicationData[];
  /** Those that did not answer as the contract says, with what kept them from it. */
  readonly missing: readonly MissingApplication[];
}

/** Asks every application for its part of a member's data, and says which did not answer. */
export async function askApplications(
  context: Books,
  account: string,
  signal: AbortSignal,
): Promise<Asked> {
  const query = personalDataQuerySchema.parse({ account });
  const answers: ApplicationData[] = [];
  const missing: MissingApplication[] = [];
  for (const holder of await applicationsHolding(context, "personal_data_uri", account)) {
    const { clientId, name, names } = holder;
    try {
      const token = await ownToken(context, { ...holder, scope });
      const question = { token, query, answer: personalDataSchema, bounds, signal };
      const data = await askApplication(context, holder, question);
      if (data !== undefined) answers.push({ name, names, parts: data.parts });
    } catch (cause) {
      missing.push({ clientId, name, names, cause });
    }
  }
  return { answers, missing };
}
