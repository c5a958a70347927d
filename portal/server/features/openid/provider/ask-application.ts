import type { Localized } from "@sekimori/kit-contract/locale";
import type { OutboundBounds } from "@sekimori/kit-server/outbound";
import { sql } from "kysely";
import { z } from "zod";
import type { PortalContext } from "../../../context.ts";
import { namesOf, storedNames } from "../clients/client-names.ts";
import type { SigningAlgorithm } from "./signing-keys.ts";

type Database = Pick<PortalContext, "db">;

/** What an application may be registered with for the portal to ask it about members. */
export type AskedUri = "summaries_uri" | "personal_data_uri" | "leaving_uri";

/** An application that is asked, at the address that it registered for this. */
export interface AskedApplication {
  readonly clientId: string;
  /** For operators and programs. */
  readonly name: string;
  /** What people read. */
  readonly names: Localized;
  readonly address: string;
  /** One of ours: members are its members, whether or not they have signed in there. */
  readonly firstParty: boolean;
  /** As it wants its ID tokens signed, and with them the portal's own. */
  readonly algorithm: SigningAlgorithm;
}

const rowSchema = z
  .object({
    client_id: z.string(),
    ...storedNames,
    address: z.url(),
    first_party: z.boolean(),
    algorithm: z.enum(["RS256", "ES256"]),
  })
  .transform(({ client_id: clientId, first_party: firstParty, address, algorithm, ...stored }) => ({
    clientId,
    name: stored.client_name,
    names: namesOf(stored),
    firstParty,
    address,
    algorithm,
  }));

async function read(
  { db }: Database,
  uri: AskedUri,
  condition = sql<boolean>`true`,
): Promise<AskedApplication[]> {
  const { rows } = await sql<unknown>`
    select c.client_id, c.metadata ->> 'client_name' as client_name,
      coalesce(c.metadata ->> 'client_name#ja', c.metadata ->> 'client_name') as "client_name#ja",
      coalesce(c.metadata ->> 'client_name#en', c.metadata ->> 'client_name') as "client_name#en",
      c.metadata ->> ${uri}::text as address,
      c.metadata ->> 'first_party' is not distinct from 'true' as first_party,
      c.metadata ->> 'id_token_signed_response_alg' as algorithm
    from portal.oidc_client c
    where c.metadata ->> ${uri}::text is not null and ${condition}
    order by c.created_at, c.client_id`.execute(db);
  return rows.map((row) => rowSchema.parse(row));
}

/** The applications that registered such an address, the first registered first. */
export const applicationsWith = (books: Database, uri: AskedUri): Promise<AskedApplication[]> =>
  read(books, uri);

/**
 * Those of them that may hold something of a member: where the member signed in, and our own in any
 * case, for a member who took their access away left things there.
 */
export const applicationsHolding = (
  books: Database,
  uri: AskedUri,
  accountId: string,
): Promise<AskedApplication[]> =>
  read(
    books,
    uri,
    sql<boolean>`(c.metadata ->> 'first_party' = 'true'
      or exists (select from portal.oidc_consent k
        where k.client_id = c.client_id and k.account_id = ${accountId}))`,
  );

/** One question to an application. */
export interface Question<A> {
  /** The portal's own, for this address and what is asked (`ownToken`). */
  readonly token: string;
  /** What is asked about; the answer names the same. */
  readonly query: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<A>;
  /** 10 s and 1 MiB unless given. */
  readonly bounds?: OutboundBounds;
  readonly signal?: AbortSignal;
}

/**
 * Asks an application about a member.
 *
 * @returns undefined when it does not know the member.
 * @throws Error whenever it does not answer as its contract says, and about what was asked.
 */
export async function askApplication<A extends object>(
  { outbound }: Pick<PortalContext, "outbound">,
  { name, address: registered }: AskedApplication,
  { token, query, answer, bounds, signal }: Question<A>,
): Promise<A | undefined> {
  const address = new URL(registered);
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const response = await outbound.fetch(address, { headers, ...(signal && { signal }) }, bounds);
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new Error(`${name} answered ${response.status} at ${registered}.`);
  }
  const told = answer.parse(await response.json());
  const isAsAsked = Object.entries(query).every(([key, value]) => Reflect.get(told, key) === value);
  if (!isAsAsked) throw new Error(`${name} told of something else than it was asked about.`);
  return told;
}
