import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type {
  Connection,
  ConnectionPage,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import {
  ExternalIdentityError,
  type ExternalIdentityProvider,
} from "../../ports/external-identity.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../audit/audit.ts";
import { domainsInForce } from "../organisation/domains-in-force.ts";
import { findOwned } from "../organisation/organisation-repository.ts";
import { lockOwnOrganisation, requireIncluded } from "../organisation/organisation-service.ts";
import type { LockableMember } from "../session/lock-member.ts";
import {
  type ConnectionRow,
  countPeople,
  findConnection,
  sealSecret,
} from "./connection-repository.ts";
import { deleteJoinings } from "./joining-repository.ts";
import { deleteLoginsOf } from "./login-repository.ts";
import { readIssuer } from "./read-issuer.ts";
import { redirectUriOf, signOutAddresses } from "./redirect-uri.ts";
import { samlAddresses } from "./saml-client.ts";
import { findKeys } from "./saml-keys.ts";

/** What the owner of an organisation sees of its single sign-on. @throws AppError NotFound. */
export async function showConnectionOf(
  context: PortalContext,
  accountId: string,
): Promise<ConnectionPage> {
  const { db, settings } = context;
  const owned = await findOwned(db, accountId);
  if (!owned) throw new AppError("NotFound");
  const row = await findConnection(db, owned.id);
  const keys = await findKeys(context, owned.id);
  return {
    redirectUri: redirectUriOf(settings, owned.id),
    signOut: signOutAddresses(settings, owned.id),
    serviceProvider: {
      ...samlAddresses(settings, owned.id),
      certificate: keys?.signing.certificate ?? null,
    },
    connection: row ? await viewOf(context, row) : null,
  };
}

async function viewOf({ db, saml }: PortalContext, row: ConnectionRow): Promise<Connection> {
  const { sso_url: ssoUrl, slo_url: sloUrl, certificates } = row;
  return {
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

/** The organisation's own connection, changed by its owner in one transaction with the act's record. */
export async function changed(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
  change: (
    tx: PortalTransaction,
    about: {
      readonly organisation: { readonly id: string; readonly holder_id: string };
      readonly row: ConnectionRow | undefined;
      readonly at: Date;
    },
  ) => Promise<AuditAction | undefined>,
): Promise<ConnectionPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    const row = await findConnection(tx, organisation.id);
    const action = await change(tx, { organisation, row, at });
    if (action) await appendAudit(tx, { accountId, action, at, client });
  });
  return showConnectionOf(context, accountId);
}

export interface NewConnection {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
}

/** Asks the issuer for its description, outside any transaction. @throws AppError ProviderRefused. */
async function discover(context: PortalContext, organisationId: string, asked: NewConnection) {
  const redirectUri = redirectUriOf(context.settings, organisationId);
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
  const issuer = readIssuer(asked.issuer);
  await discover(context, owned.id, { ...asked, issuer });
  return changed(context, member, client, async (tx, { organisation, row, at }) => {
    await requireIncluded(tx, organisation.holder_id, at);
    const id = row?.id ?? randomUUID();
    const values = {
      protocol: "openid" as const,
      // Of another provider nothing is known of what it can do.
      sign_out: row?.issuer === issuer ? row.sign_out : ("here" as const),
      sso_url: null,
      slo_url: null,
      certificates: null,
      certificates_end_at: null,
      allows_provider_start: false,
      issuer,
      client_id: asked.clientId,
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
        .values({ ...values, id, organisation_id: organisation.id, created_at: at })
        .execute();
    }
    return "single-sign-on.set-up";
  });
}

/** @throws AppError NotFound, OrganisationNotIncluded, SessionExpired. */
export function changeSecretOf(
  context: PortalContext,
  member: LockableMember,
  clientSecret: string,
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, async (tx, { organisation, row, at }) => {
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
  on: boolean,
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, async (tx, { organisation, row, at }) => {
    if (!row) throw new AppError("NotFound");
    if (on === (row.enabled_at !== null)) return undefined;
    if (on) {
      await requireIncluded(tx, organisation.holder_id, at);
      const domains = await domainsInForce(tx, organisation.id, at);
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

/** @throws AppError NotFound, SessionExpired. */
export function removeConnectionOf(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, async (tx, { row }) => {
    if (!row) throw new AppError("NotFound");
    await tx.deleteFrom("portal.sso_connection").where("id", "=", row.id).execute();
    return "single-sign-on.removed";
  });
}

/** The owner's connection, to be tried. @throws AppError NotFound, OrganisationNotIncluded. */
export async function connectionToTest(
  { db, clock }: PortalContext,
  accountId: string,
): Promise<ConnectionRow> {
  const owned = await findOwned(db, accountId);
  const row = owned && (await findConnection(db, owned.id));
  if (!owned || !row) throw new AppError("NotFound");
  await requireIncluded(db, owned.holder_id, clock.now());
  return row;
}
