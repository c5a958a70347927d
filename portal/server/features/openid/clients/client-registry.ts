import { isDeepStrictEqual } from "node:util";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { applicationResourcePath } from "@sekimori/portal-contract/applications/declare";
import { sql } from "kysely";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../../context.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../../audit/audit.ts";
import { forgetRoles } from "./account-roles.ts";
import { type ClientReach, reachedClients } from "./client-reach.ts";
import {
  type CheckedRegistration,
  type ClientRegistration,
  calledAddresses,
  clientRegistrationSchema,
  metadataOf,
  refuseInnerAddresses,
  registrationOf,
} from "./client-registration.ts";

export type { ClientRegistration } from "./client-registration.ts";

export interface Books extends Pick<PortalContext, "db" | "clock"> {
  /** The name of the person who acts, for the audit log. */
  readonly operator?: string;
  /** Given where it is an owner of an organisation who acts, for the organisation's own: in their log. */
  readonly owner?: OwnerActing;
}

interface OwnerActing {
  readonly account: string;
  readonly client: ClientInfo | null;
}

/** What an operator says beside the registration itself. */
export interface RegistrationConsent {
  /** The portal may be made to call into a private network. */
  readonly allowsInner?: boolean;
}

/** How far somebody's hand reaches; a command's reaches everywhere. */
export interface Reaching {
  readonly reach?: ClientReach;
  /** The operator's own applications are left alone. @throws OwnApplication of one of those */
  readonly sparesOwn?: boolean;
}

/** What was to be changed is the operator's own. */
export class OwnApplication extends Error {}

/**
 * The operator's own: people aren't asked about them, they are told of members, they are APIs, or they
 * get tokens for APIs.
 */
export const isOperatorsOwn = (client: CheckedRegistration): boolean =>
  client.isFirstParty ||
  client.resources.length > 0 ||
  client.introspects.length > 0 ||
  [client.eventsUri, client.summariesUri, client.personalDataUri, client.leavingUri].some(
    (uri) => uri !== undefined,
  );

/** Locks a registration within reach. @throws OwnApplication */
export async function lockClient(
  tx: PortalTransaction,
  clientId: string,
  { reach = "all", sparesOwn = false }: Reaching,
): Promise<CheckedRegistration | undefined> {
  const row = await reachedClients(tx, reach)
    .select("metadata")
    .where("client_id", "=", clientId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const present = registrationOf(clientId, row.metadata);
  if (sparesOwn && isOperatorsOwn(present)) throw new OwnApplication();
  return present;
}

/** What was done to a registration: as an owner's log calls it. An operator's has names of its own. */
const ownersActs = {
  "client-added": "application.added",
  "client-updated": "application.changed",
  "client-secret-rotated": "application.secret-changed",
  "client-removed": "application.removed",
  "client-walked": "application.walked",
} as const satisfies Readonly<Record<string, AuditAction>>;

type ClientAct = keyof typeof ownersActs;

/** Beside which application it was; no secret, and nothing that was typed. */
type ActDetail = Readonly<Record<string, string>>;

/** Writes down who did it: an operator by name, an owner in their own log. */
function note(
  tx: PortalTransaction,
  { clock, operator = "", owner }: Pick<Books, "clock" | "operator" | "owner">,
  act: ClientAct,
  detail: ActDetail,
): Promise<unknown> {
  const at = clock.now();
  return owner === undefined
    ? appendAudit(tx, {
        ...{ accountId: null, at, client: null },
        action: `operator.${act}`,
        detail: { ...detail, operator },
      })
    : appendAudit(tx, {
        ...{ accountId: owner.account, at, client: owner.client },
        action: ownersActs[act],
        detail,
      });
}

const hasSecret = ({ isPublic, keys }: CheckedRegistration): boolean =>
  !isPublic && keys === undefined;

function secretColumns(client: CheckedRegistration, secret: string) {
  if (!hasSecret(client)) return { secret: null, secret_digest: null };
  if (secret.length < 32) throw invalidField("secret", "too_short");
  return { secret: null, secret_digest: hashToken(secret) };
}

/** An application through which nobody walks (client-walks.ts). A walk ends with what it was begun on. */
export const noWalk = {
  walk_redirect_uri: null,
  walk_secret_digest: null,
  walk_until: null,
  walk_finishing_at: null,
} as const;

/** Does it, and writes down who did; all or nothing. @returns whether it was done. */
export function noted(
  books: Books,
  act: ClientAct,
  clientId: string,
  work: (tx: PortalTransaction) => Promise<boolean | ActDetail>,
): Promise<boolean> {
  return transaction(books.db, async (tx) => {
    const done = await work(tx);
    if (done === false) return false;
    await note(tx, books, act, { client: clientId, ...(done === true ? {} : done) });
    return true;
  });
}

/** The names of what differs, for the audit log: neither what it was nor what it is. */
function changedFields(before: CheckedRegistration, after: CheckedRegistration): string {
  const values: readonly Readonly<Record<string, unknown>>[] = [before, after];
  const names = new Set(values.flatMap((one) => Object.keys(one)));
  return [...names]
    .filter((name) => !isDeepStrictEqual(values[0]?.[name], values[1]?.[name]))
    .toSorted()
    .join(", ");
}

/**
 * Refuses APIs that the application would be refused tokens for: later, and with less to say.
 *
 * @throws z.ZodError naming each.
 */
async function refuseUselessResources(
  db: PortalContext["db"] | PortalTransaction,
  { resources, isFirstParty, isService }: CheckedRegistration,
): Promise<void> {
  const foreign = resources.filter((identifier) => !identifier.endsWith(applicationResourcePath));
  if (foreign.length === 0) return;
  const issue = (message: string) => ({
    code: "custom" as const,
    path: ["resources"],
    input: resources,
    message,
  });
  if (!isFirstParty && !isService) {
    throw new z.ZodError([issue("is for first-party applications and services")]);
  }
  const rows = await db
    .selectFrom("portal.oidc_resource")
    .select("identifier")
    .where("identifier", "in", foreign)
    .execute();
  const known = new Set(rows.map(({ identifier }) => identifier));
  const unknown = foreign.filter((identifier) => !known.has(identifier));
  if (unknown.length === 0) return;
  throw new z.ZodError(
    unknown.map((id) => issue(`no API has the id ${id}; add it by “resources add”`)),
  );
}

/** Whose a new application is; the operator's unless given. */
interface Owned {
  readonly organisation?: string | undefined;
  /** So many may the organisation have. @throws TooManyClients */
  readonly most?: number | undefined;
}

/** The organisation has as many applications as it may. */
export class TooManyClients extends Error {}

async function refuseTooMany(
  tx: PortalTransaction,
  { organisation, most = 0 }: Owned,
): Promise<void> {
  if (organisation === undefined) return;
  // One after the other: two at once would both find room for one.
  const present = await tx
    .selectFrom("portal.organisation")
    .select("id")
    .where("id", "=", organisation)
    .forUpdate()
    .executeTakeFirst();
  const { count } = await reachedClients(tx, { organisation })
    .select((column) => column.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  // One that ended meanwhile has room for none.
  if (present === undefined || Number(count) >= most) throw new TooManyClients();
}

/**
 * Registers an application under an id that is free.
 *
 * @returns whether the id was free, and the secret, which is shown to nobody again.
 * @throws z.ZodError
 */
export async function addClient(
  books: Books,
  registration: ClientRegistration,
  { allowsInner = false, organisation, most }: RegistrationConsent & Owned = {},
): Promise<{ readonly added: boolean; readonly secret: string | undefined }> {
  const client = clientRegistrationSchema.parse(registration);
  if (!allowsInner) refuseInnerAddresses(client);
  await refuseUselessResources(books.db, client);
  const secret = newToken();
  const added = await noted(books, "client-added", client.clientId, async (tx) => {
    await refuseTooMany(tx, { organisation, most });
    const row = await tx
      .insertInto("portal.oidc_client")
      .values({
        client_id: client.clientId,
        metadata: JSON.stringify(metadataOf(client)),
        created_at: books.clock.now(),
        organisation_id: organisation ?? null,
        ...secretColumns(client, secret),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("client_id")
      .executeTakeFirst();
    return row !== undefined;
  });
  return { added, secret: added && hasSecret(client) ? secret : undefined };
}

/**
 * Registers an application, or replaces what is registered under its id, secret included. For
 * whoever composes the product; operators add and change by the calls beside it.
 *
 * @param secret the one it is to have; a new one unless given. Ignored where it has none.
 * @returns the secret; undefined where it has none.
 * @throws AppError InvalidInput, z.ZodError.
 */
export async function registerClient(
  { db, clock }: Books,
  registration: ClientRegistration,
  secret: string = newToken(),
): Promise<string | undefined> {
  const client = clientRegistrationSchema.parse(registration);
  const values = {
    metadata: JSON.stringify(metadataOf(client)),
    ...secretColumns(client, secret),
    former_secret_digest: null,
    former_secret_until: null,
    ...noWalk,
  };
  await db
    .insertInto("portal.oidc_client")
    .values({ client_id: client.clientId, created_at: clock.now(), ...values })
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(values))
    .execute();
  return hasSecret(client) ? secret : undefined;
}

type Changes = Partial<Omit<ClientRegistration, "clientId" | "isPublic">>;

interface AsRead {
  /** What a form was filled with. */
  readonly was?: Changes | undefined;
}

/**
 * As forms have it: what is taken away is null, which is compared, unlike what is left out; and `openid`
 * is always asked for, so that nobody chooses it.
 */
const asForms = (values: Changes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === "scopes" && Array.isArray(value)
        ? value.filter((scope) => scope !== "openid")
        : (value ?? null),
    ]),
  );

/** Forms show one that may ask for `openid` alone as they show one that may ask for everything. */
const isOpenIdAlone = ({ scopes }: CheckedRegistration): boolean =>
  scopes.length > 0 && scopes.every((scope) => scope === "openid");

/**
 * Changes what is named and leaves the rest, the secret too.
 *
 * @returns whether there is such an application.
 * @throws z.ZodError, OwnApplication, AppError ChangedMeanwhile
 */
export async function updateClient(
  books: Books,
  clientId: string,
  changes: Changes,
  { allowsInner = false, was, ...hand }: RegistrationConsent & Reaching & AsRead = {},
): Promise<boolean> {
  return noted(books, "client-updated", clientId, async (tx) => {
    const present = await lockClient(tx, clientId, hand);
    if (present === undefined) return false;
    mustBeAsRead(was && asForms(was), asForms(present), asForms(changes));
    const keepsScopes = was && changes.scopes?.length === 0 && isOpenIdAlone(present);
    const client = clientRegistrationSchema.parse({
      ...present,
      ...changes,
      ...(keepsScopes && { scopes: present.scopes }),
    });
    // One that was allowed stays, while the rest is changed.
    const isNamed = calledAddresses.some(
      (key) => changes[key] !== undefined && changes[key] !== present[key],
    );
    if (isNamed && !allowsInner) refuseInnerAddresses(client);
    if (changes.resources !== undefined) await refuseUselessResources(tx, client);
    await tx
      .updateTable("portal.oidc_client")
      .set({ metadata: JSON.stringify(metadataOf(client)), ...noWalk })
      .where("client_id", "=", clientId)
      .execute();
    return { fields: changedFields(present, client) };
  });
}

interface Ending {
  /** Until when the secret works that this ends, as it was read; left out: whichever there is ends. */
  readonly ending?: Date | null;
}

/** @throws AppError ChangedMeanwhile where a former secret works that nobody said would end. */
async function mustBeMeant(tx: PortalTransaction, clientId: string, ending: Date | null) {
  const { former_secret_until: until } = await tx
    .selectFrom("portal.oidc_client")
    .select("former_secret_until")
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  if (until === null || until <= new Date() || until.getTime() === ending?.getTime()) return;
  throw new AppError("ChangedMeanwhile", { detail: "another former secret works" });
}

/** There is no secret to give anew: the application proves itself by a key, or by nothing. */
export class NoSecret extends Error {}

/**
 * Gives an application a new secret; the former one works on for a while, so that it can change
 * over without a pause.
 *
 * @returns the new secret; undefined when there is no such application.
 * @throws OwnApplication, NoSecret, AppError ChangedMeanwhile
 */
export async function rotateSecret(
  books: Books,
  clientId: string,
  keepHours: number,
  { ending, ...hand }: Reaching & Ending = {},
): Promise<string | undefined> {
  const secret = newToken();
  const until = new Date(Date.now() + keepHours * 3_600_000);
  const rotated = await noted(books, "client-secret-rotated", clientId, async (tx) => {
    const present = await lockClient(tx, clientId, hand);
    if (present === undefined) return false;
    if (!hasSecret(present)) throw new NoSecret();
    if (ending !== undefined) await mustBeMeant(tx, clientId, ending);
    const row = await tx
      .updateTable("portal.oidc_client")
      .set((column) => ({
        ...noWalk,
        secret: null,
        secret_digest: hashToken(secret),
        former_secret_digest: column.ref("secret_digest"),
        former_secret_until: until,
      }))
      .where("client_id", "=", clientId)
      .where((column) =>
        column.or([column("secret_digest", "is not", null), column("secret", "is not", null)]),
      )
      .returning("client_id")
      .executeTakeFirst();
    return row !== undefined;
  });
  return rotated ? secret : undefined;
}

/** Of a registered application, all but its secret. */
export interface RegisteredClient extends CheckedRegistration {
  readonly createdAt: Date;
  /** Whose it is; null: the operator's. */
  readonly organisation: string | null;
  /** Until when a former secret works beside the present one; null: none does. */
  readonly formerSecretUntil: Date | null;
}

/** The applications within a reach. @param id only this one */
export async function listClients(
  { db }: Pick<Books, "db">,
  reach: ClientReach = "all",
  id?: string,
): Promise<RegisteredClient[]> {
  let query = reachedClients(db, reach)
    .select(["client_id", "metadata", "created_at", "organisation_id", "former_secret_until"])
    .orderBy("client_id");
  if (id !== undefined) query = query.where("client_id", "=", id);
  const rows = await query.execute();
  // Secrets follow the machine's time.
  const now = new Date();
  return rows.map(({ client_id: clientId, metadata, former_secret_until: until, ...row }) => ({
    ...registrationOf(clientId, metadata),
    createdAt: row.created_at,
    organisation: row.organisation_id,
    formerSecretUntil: until !== null && until > now ? until : null,
  }));
}

/** Removes a registration and all that hangs on it: tokens, consents, roles, refusals. */
async function forgetClient(tx: PortalTransaction, clientId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom("portal.oidc_client")
    .where("client_id", "=", clientId)
    .returning("client_id")
    .executeTakeFirst();
  if (removed === undefined) return false;
  await tx
    .deleteFrom("portal.oidc_record")
    .where(sql<boolean>`payload ->> 'clientId' = ${clientId}`)
    .execute();
  await forgetRoles(tx, clientId);
  await tx.deleteFrom("portal.oidc_refusal").where("client_id", "=", clientId).execute();
  return true;
}

/** Forgets an application; its tokens stop working with it. @returns whether there was one. */
export async function removeClient(
  books: Books,
  clientId: string,
  hand: Reaching = {},
): Promise<boolean> {
  return noted(books, "client-removed", clientId, async (tx) => {
    // One that an older version cannot read goes all the same.
    if (hand.reach !== undefined && (await lockClient(tx, clientId, hand)) === undefined) {
      return false;
    }
    return forgetClient(tx, clientId);
  });
}

/**
 * Forgets the applications of an organisation that ends, in its transaction and before its row goes: the
 * database refuses to let them go with it, so that none goes without a word.
 */
export async function removeClientsOf(
  tx: PortalTransaction,
  organisation: string,
  ending: { readonly owner: OwnerActing; readonly at: Date },
): Promise<void> {
  // Whoever registers one waits for the organisation's row, and finds none.
  await tx
    .selectFrom("portal.organisation")
    .select("id")
    .where("id", "=", organisation)
    .forUpdate()
    .execute();
  const clients = await reachedClients(tx, { organisation }).select("client_id").execute();
  for (const { client_id: clientId } of clients) {
    await forgetClient(tx, clientId);
    const books = { clock: { now: () => ending.at }, owner: ending.owner };
    await note(tx, books, "client-removed", { client: clientId });
  }
}
