import {
  type PersonalData,
  personalDataQuerySchema,
  personalDataSchema,
  personalDataScope,
} from "@sekimori/portal-contract/applications/personal-data";
import { sql } from "kysely";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { ownToken } from "../openid/provider/own-token.ts";

type Books = Pick<PortalContext, "settings" | "db" | "clock" | "sealer" | "outbound">;

/** One person's data, which is more than what such calls usually answer. */
const bounds = { timeout: 60_000, largestAnswer: 64 * 2 ** 20 };

const metadataSchema = z.object({
  client_name: z.string(),
  personal_data_uri: z.url(),
  id_token_signed_response_alg: z.enum(["RS256", "ES256"]),
});

type Holder = z.output<typeof metadataSchema>;

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

/**
 * The applications that may hold something of a member: those that the member signed in at, and our
 * own in any case, for a member who took their access away left data there.
 */
async function holdersOf({ db }: Books, accountId: string): Promise<Holder[]> {
  const { rows } = await sql<{ metadata: unknown }>`
    select c.metadata from portal.oidc_client c
    where c.metadata ? 'personal_data_uri' and (
      c.metadata ->> 'first_party' = 'true'
      or exists (select from portal.oidc_consent k
        where k.client_id = c.client_id and k.account_id = ${accountId}))
    order by c.created_at, c.client_id`.execute(db);
  return rows.map(({ metadata }) => metadataSchema.parse(metadata));
}

/** @returns undefined: the application does not know the member. */
async function ask(
  context: Books,
  holder: Holder,
  account: string,
  signal: AbortSignal,
): Promise<PersonalData | undefined> {
  const { personal_data_uri: registered, id_token_signed_response_alg: algorithm } = holder;
  const call = { address: registered, scope: personalDataScope, algorithm };
  const address = new URL(registered);
  for (const [name, value] of Object.entries(personalDataQuerySchema.parse({ account }))) {
    address.searchParams.set(name, value);
  }
  const headers = {
    authorization: `Bearer ${await ownToken(context, call)}`,
    accept: "application/json",
  };
  const response = await context.outbound.fetch(address, { headers, signal }, bounds);
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new Error(`${holder.client_name} answered ${response.status} when asked for data.`);
  }
  const data = personalDataSchema.parse(await response.json());
  if (data.account !== account) {
    throw new Error(`${holder.client_name} told of another member than it was asked for.`);
  }
  return data;
}

/** Asks every application for its part of a member's data, and says which did not answer. */
export async function askApplications(
  context: Books,
  account: string,
  signal: AbortSignal,
): Promise<Asked> {
  const answers: ApplicationData[] = [];
  const missing: { name: string; cause: unknown }[] = [];
  for (const holder of await holdersOf(context, account)) {
    const name = holder.client_name;
    try {
      const data = await ask(context, holder, account, signal);
      if (data !== undefined) answers.push({ name, parts: data.parts });
    } catch (cause) {
      missing.push({ name, cause });
    }
  }
  return { answers, missing };
}
