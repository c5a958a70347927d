import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { connectionsMost } from "@sekimori/portal-contract/constants";
import type {
  Connection,
  ConnectionPage,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import {
  ExternalIdentityError,
  type ExternalIdentityProvider,
} from "../../ports/external-identity.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../audit/audit.ts";
import { domainsOfConnection, findLeads, leadsTo } from "../organisation/domains-in-force.ts";
import {
  findDomains,
  findOwned,
  forgetLeads,
  leadDomains,
} from "../organisation/organisation-repository.ts";
import { lockOwnOrganisation, requireIncluded } from "../organisation/organisation-service.ts";
import type { LockableMember } from "../session/lock-member.ts";
import {
  addressOf,
  type ConnectionRow,
  countPeople,
  findConnections,
  nextAddress,
  providerHost,
  sealSecret,
  takeNextAddress,
} from "./connection-repository.ts";
import { deleteJoinings } from "./joining-repository.ts";
import { deleteLoginsOf } from "./login-repository.ts";
import { readIssuer } from "./read-issuer.ts";
import { redirectUriOf, signOutAddresses } from "./redirect-uri.ts";
import { samlAddresses } from "./saml-client.ts";
import { findKeys } from "./saml-keys.ts";

/** One of the organisation's connections; `new` is one that is not there yet. */
export type ConnectionChoice = string | undefined;

/**
 * The connection that an act is for: where none is named, the only one. Of several none is guessed, because what
 * comes twice, or from a page that shows another one still, would change one that nobody meant.
 *
 * @throws AppError NotFound where one is named that the organisation doesn't have, or none of several.
 */
export async function findChosen(
  db: Queryable,
  organisationId: string,
  choice: ConnectionChoice,
): Promise<ConnectionRow | undefined> {
  if (choice === "new") return undefined;
  const rows = await findConnections(db, organisationId);
  if (choice === undefined && rows.length < 2) return rows[0];
  const row = rows.find(({ id }) => id === choice);
  if (!row) throw new AppError("NotFound");
  return row;
}

/** What the owner of an organisation sees of its single sign-on: the first connection, unless it is said. @throws AppError NotFound. */
export async function showConnectionOf(
  context: PortalContext,
  accountId: string,
  choice: ConnectionChoice,
): Promise<ConnectionPage> {
  const { db, settings } = context;
  const owned = await findOwned(db, accountId);
  if (!owned) throw new AppError("NotFound");
  const rows = await findConnections(db, owned.id);
  const row = choice === undefined ? rows[0] : await findChosen(db, owned.id, choice);
  const address = row ? addressOf(row) : await nextAddress(db, owned.id);
  const keys = await findKeys(context, owned.id);
  return {
    redirectUri: redirectUriOf(settings, address),
    signOut: signOutAddresses(settings, address),
    serviceProvider: {
      ...samlAddresses(settings, address),
      certificate: keys?.signing.certificate ?? null,
    },
    connection: row ? await viewOf(context, row) : null,
    connections: rows.map((one) => ({
      id: one.id,
      protocol: one.protocol,
      host: providerHost(one),
      isOn: one.enabled_at !== null,
    })),
    domains: [...(await findLeads(db, owned.id))].map(([domain, connection]) => ({
      domain,
      connection,
    })),
  };
}

async function viewOf({ db, saml }: PortalContext, row: ConnectionRow): Promise<Connection> {
  const { sso_url: ssoUrl, slo_url: sloUrl, certificates } = row;
  return {
    id: row.id,
    protocol: row.protocol,
    issuer: row.issuer,
    clientId: row.client_id,
    scopes: row.scopes,
    saml:
      ssoUrl !== null && certificates !== null
        ? {
            ssoUrl,
            certificates: saml
              .readCertificates(certificates.join("\n"))
              .map(({ text, fingerprint, endsAt }) => ({
                text,
                fingerprint,
                endsAt: endsAt.toISOString(),
              })),
            allowsProviderStart: row.allows_provider_start,
            sloUrl,
          }
        : null,
    signOut: row.sign_out,
    isOn: row.enabled_at !== null,
    isTested: row.tested_at !== null,
    secretChangedAt: row.secret_changed_at.toISOString(),
    people: await countPeople(db, row),
    test: row.test as Connection["test"],
  };
}

/**
 * Of a connection that changes its protocol nobody stays linked: what one provider calls a person may be
 * another person's name at the other, though both have one issuer. Nor does the other know of a login by the one.
 */
export async function forgetOtherProtocol(
  tx: PortalTransaction,
  { id, protocol }: ConnectionRow,
  next: "openid" | "saml",
): Promise<void> {
  if (protocol === next) return;
  await tx.deleteFrom("portal.sso_identity").where("connection_id", "=", id).execute();
  await deleteJoinings(tx, id);
  await deleteLoginsOf(tx, id);
}

/** What is written down of an act beside the provider's host. */
interface Told {
  readonly action: AuditAction;
  readonly detail: Readonly<Record<string, string>>;
}

/** The organisation's own connection, changed by its owner in one transaction with the act's record. */
export async function changed(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
  choice: ConnectionChoice,
  change: (
    tx: PortalTransaction,
    about: {
      readonly organisation: { readonly id: string; readonly holder_id: string };
      readonly row: ConnectionRow | undefined;
      readonly at: Date;
    },
  ) => Promise<AuditAction | Told | undefined>,
): Promise<ConnectionPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  const shown = await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    const row = await findChosen(tx, organisation.id, choice);
    const before = await findConnections(tx, organisation.id);
    const told = await change(tx, { organisation, row, at });
    const after = await findConnections(tx, organisation.id);
    const made = after.find(({ id }) => before.every((one) => one.id !== id));
    const about = made ?? after.find(({ id }) => id === row?.id) ?? row;
    if (told) {
      const { action, detail: more } =
        typeof told === "string" ? { action: told, detail: {} } : told;
      const detail = { ...(about ? { provider: providerHost(about) } : {}), ...more };
      await appendAudit(tx, { accountId, action, at, client, detail });
    }
    return made?.id ?? after.find(({ id }) => id === row?.id)?.id;
  });
  return showConnectionOf(context, accountId, shown);
}

export interface NewConnection {
  readonly connection?: ConnectionChoice;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
}

/**
 * Refuses one connection too many, and a second to whatever says the same of itself: whose word it is, a provider's
 * issuer says together with the client that it is for.
 *
 * @throws AppError ProviderRefused.
 */
export async function requireApart(
  tx: PortalTransaction,
  organisationId: string,
  row: ConnectionRow | undefined,
  wanted: Pick<ConnectionRow, "protocol" | "issuer" | "client_id">,
): Promise<void> {
  const others = (await findConnections(tx, organisationId)).filter(({ id }) => id !== row?.id);
  const isSame = (one: ConnectionRow) =>
    one.protocol === wanted.protocol &&
    one.issuer === wanted.issuer &&
    one.client_id === wanted.client_id;
  if (others.some(isSame)) throw new AppError("ProviderRefused", { data: { reason: "taken" } });
  if (!row && others.length >= connectionsMost) {
    throw new AppError("ProviderRefused", { data: { reason: "too-many" } });
  }
}

/** Asks the issuer for its description, outside any transaction. @throws AppError ProviderRefused. */
async function discover(context: PortalContext, address: string, asked: NewConnection) {
  const redirectUri = redirectUriOf(context.settings, address);
  return described(context.organisationProvider({ ...asked, redirectUri }));
}

/** What a provider says of itself. @throws AppError ProviderRefused. */
export async function described(provider: ExternalIdentityProvider) {
  try {
    return await provider.discover();
  } catch (error) {
    if (!(error instanceof ExternalIdentityError)) throw error;
    throw new AppError("ProviderRefused", { data: { reason: "not-found" }, cause: error });
  }
}

/**
 * Sets the connection up, or changes it: then it is off, and untested, and links of another issuer's
 * people stand for nobody.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, ProviderRefused, SessionExpired.
 */
export async function setUpConnectionOf(
  context: PortalContext,
  member: LockableMember,
  asked: NewConnection,
  client: ClientInfo,
): Promise<ConnectionPage> {
  const { db, clock } = context;
  const owned = await findOwned(db, member.account_id);
  if (!owned) throw new AppError("NotFound");
  await requireIncluded(db, owned.holder_id, clock.now());
  const { connection: choice, ...about } = { ...asked, issuer: readIssuer(asked.issuer) };
  const before = await findChosen(db, owned.id, choice);
  const address = before ? addressOf(before) : await nextAddress(db, owned.id);
  // As the provider spells it, which is how its people's links and its words name it.
  const { issuer } = await discover(context, address, about);
  // It is the one that was asked about, whatever has been removed or set up meanwhile.
  const chosen = before?.id ?? "new";
  return changed(context, member, client, chosen, async (tx, { organisation, row, at }) => {
    await requireIncluded(tx, organisation.holder_id, at);
    const wanted = { protocol: "openid" as const, issuer, client_id: asked.clientId };
    await requireApart(tx, organisation.id, row, wanted);
    const id = row?.id ?? randomUUID();
    const values = {
      ...wanted,
      // Of another provider nothing is known of what it can do.
      sign_out: row?.issuer === issuer ? row.sign_out : ("here" as const),
      sso_url: null,
      slo_url: null,
      certificates: null,
      certificates_end_at: null,
      allows_provider_start: false,
      client_secret: sealSecret(context, id, asked.clientSecret),
      scopes: asked.scopes,
      secret_changed_at: at,
      test: null,
      tested_at: null,
      enabled_at: null,
    };
    if (row) {
      await forgetOtherProtocol(tx, row, "openid");
      await tx
        .updateTable("portal.sso_connection")
        .set({ ...values, revision: row.revision + 1 })
        .where("id", "=", id)
        .execute();
    } else {
      await tx
        .insertInto("portal.sso_connection")
        .values({
          ...values,
          id,
          address: await takeNextAddress(tx, organisation.id),
          organisation_id: organisation.id,
          created_at: at,
        })
        .execute();
    }
    return "single-sign-on.set-up";
  });
}

/** @throws AppError NotFound, OrganisationNotIncluded, SessionExpired. */
export function changeSecretOf(
  context: PortalContext,
  member: LockableMember,
  {
    connection,
    clientSecret,
  }: { readonly connection?: ConnectionChoice; readonly clientSecret: string },
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, connection, async (tx, { organisation, row, at }) => {
    if (row?.protocol !== "openid") throw new AppError("NotFound");
    await requireIncluded(tx, organisation.holder_id, at);
    await tx
      .updateTable("portal.sso_connection")
      .set({ client_secret: sealSecret(context, row.id, clientSecret), secret_changed_at: at })
      .where("id", "=", row.id)
      .execute();
    return "single-sign-on.secret-changed";
  });
}

/** @throws AppError NotFound, OrganisationNotIncluded, ConnectionNotReady, SessionExpired. */
export function switchConnectionOf(
  context: PortalContext,
  member: LockableMember,
  { connection, on }: { readonly connection?: ConnectionChoice; readonly on: boolean },
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, connection, async (tx, { organisation, row, at }) => {
    if (!row) throw new AppError("NotFound");
    if (on === (row.enabled_at !== null)) return undefined;
    if (on) {
      await requireIncluded(tx, organisation.holder_id, at);
      const domains = await domainsOfConnection(tx, row, at);
      if (row.tested_at === null || domains.length === 0) throw new AppError("ConnectionNotReady");
    }
    await tx
      .updateTable("portal.sso_connection")
      .set({ enabled_at: on ? at : null })
      .where("id", "=", row.id)
      .execute();
    return on ? "single-sign-on.switched-on" : "single-sign-on.switched-off";
  });
}

/**
 * Removes a connection. Domains that led to it lead to none until they are given to another, so that no provider
 * vouches for people whom it was not chosen for; when the last one goes, whichever comes next has them all.
 *
 * @throws AppError NotFound, SessionExpired.
 */
export function removeConnectionOf(
  context: PortalContext,
  member: LockableMember,
  connection: string,
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, connection, async (tx, { organisation, row }) => {
    if (!row) throw new AppError("NotFound");
    const connections = await findConnections(tx, organisation.id);
    if (connections.length === 1) await forgetLeads(tx, organisation.id);
    else await leadDomains(tx, await ledTo(tx, row), null);
    await tx.deleteFrom("portal.sso_connection").where("id", "=", row.id).execute();
    return "single-sign-on.removed";
  });
}

/** The domains, by name of row, that lead to a connection now. */
async function ledTo(
  tx: PortalTransaction,
  { id, organisation_id: organisationId }: ConnectionRow,
): Promise<readonly string[]> {
  const connections = (await findConnections(tx, organisationId)).map((one) => one.id);
  const domains = await findDomains(tx, organisationId);
  return domains.filter((one) => leadsTo(one, connections) === id).map((one) => one.id);
}

/**
 * Says which of the organisation's domains lead to one of its providers: these, and no other. Of people whose
 * domain has moved the former provider's word counts no more.
 *
 * @throws AppError NotFound where the organisation has not listed one of them, OrganisationNotIncluded, SessionExpired.
 */
export function setDomainsOf(
  context: PortalContext,
  member: LockableMember,
  { connection, domains }: { readonly connection: string; readonly domains: readonly string[] },
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, connection, async (tx, { organisation, row, at }) => {
    if (!row) throw new AppError("NotFound");
    await requireIncluded(tx, organisation.holder_id, at);
    const listed = await findDomains(tx, organisation.id);
    const given = listed.filter(({ domain }) => domains.includes(domain)).map(({ id }) => id);
    if (given.length !== new Set(domains).size) throw new AppError("NotFound");
    const led = await ledTo(tx, row);
    const left = led.filter((id) => !given.includes(id));
    const come = given.filter((id) => !led.includes(id));
    if (left.length === 0 && come.length === 0) return undefined;
    await leadDomains(tx, left, null);
    await leadDomains(tx, given, row.id);
    const names = listed.filter(({ id }) => given.includes(id)).map(({ domain }) => domain);
    return { action: "single-sign-on.domains-set", detail: { domains: names.join(" ") } };
  });
}

/** The owner's connection, to be tried. @throws AppError NotFound, OrganisationNotIncluded. */
export async function connectionToTest(
  { db, clock }: PortalContext,
  accountId: string,
  choice: ConnectionChoice,
): Promise<ConnectionRow> {
  const owned = await findOwned(db, accountId);
  const row = owned && (await findChosen(db, owned.id, choice));
  if (!owned || !row) throw new AppError("NotFound");
  await requireIncluded(db, owned.holder_id, clock.now());
  return row;
}
