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
  readonly name: string;
  readonly parts: PersonalData["parts"];
}

export interface Asked {
  readonly answers: readonly ApplicationData[];
  /** The names of those that did not answer as the contract says, with what kept them from it. */
  readonly missing: readonly { readonly name: string; readonly cause: unknown }[];
}

/** Asks every application for its part of a member's data, and says which did not answer. */
export async function askApplications(
  context: Books,
  account: string,
  signal: AbortSignal,
): Promise<Asked> {
  const query = personalDataQuerySchema.parse({ account });
  const answers: ApplicationData[] = [];
  const missing: { name: string; cause: unknown }[] = [];
  for (const holder of await applicationsHolding(context, "personal_data_uri", account)) {
    const { name } = holder;
    try {
      const token = await ownToken(context, { ...holder, scope });
      const question = { token, query, answer: personalDataSchema, bounds, signal };
      const data = await askApplication(context, holder, question);
      if (data !== undefined) answers.push({ name, parts: data.parts });
    } catch (cause) {
      missing.push({ name, cause });
    }
  }
  return { answers, missing };
}
