import type { Locale } from "@sekimori/kit-contract/locale";
import { hashToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import type { ConnectionPage } from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { PortalContext } from "../../context.ts";
import { ExternalIdentityError } from "../../ports/external-identity.ts";
import type { SamlMessage } from "../../ports/saml-provider.ts";
import type { ClientInfo } from "../audit/audit.ts";
import { findOwned } from "../organisation/organisation-repository.ts";
import { requireIncluded } from "../organisation/organisation-service.ts";
import type { LockableMember } from "../session/lock-member.ts";
import {
  addressOf,
  type ConnectionRow,
  clientOf,
  findConnectionAt,
  findConnectionById,
  providerHost,
} from "./connection-repository.ts";
import { type ConnectionChoice, changed, described, findChosen } from "./connection-service.ts";
import { type LoginRow, openLogin } from "./login-repository.ts";
import { isAddress } from "./read-saml.ts";
import { signOutAddresses } from "./redirect-uri.ts";
import { samlClientOf } from "./saml-client.ts";
import { newState } from "./visit-repository.ts";

/** How long somebody may take to log out at a provider and come back. */
const logoutLifetimeMs = 30 * 60_000;

interface Asked {
  readonly connection?: ConnectionChoice;
  readonly signOut: ConnectionRow["sign_out"];
  readonly sloUrl: string;
}

const refused = (reason: string) => new AppError("ProviderRefused", { data: { reason } });

/** Which connection it is asked for, whose provider has what is asked. @throws AppError NotFound, OrganisationNotIncluded, ProviderRefused. */
async function requireAble(
  context: PortalContext,
  accountId: string,
  { connection, signOut, sloUrl }: Asked,
): Promise<string> {
  const { db, clock } = context;
  const owned = await findOwned(db, accountId);
  const row = owned && (await findChosen(db, owned.id, connection));
  if (!owned || !row) throw new AppError("NotFound");
  await requireIncluded(db, owned.holder_id, clock.now());
  if (sloUrl !== "" && !isAddress(sloUrl)) throw refused("no-address");
  if (signOut === "here") return row.id;
  const isAble =
    row.protocol === "saml"
      ? sloUrl !== ""
      : (await described(context.organisationProvider(clientOf(context, row)))).canSignOut;
  if (!isAble) throw refused("no-sign-out");
  return row.id;
}

/** @throws AppError NotFound, OrganisationNotIncluded, ProviderRefused, SessionExpired. */
export async function changeSignOutOf(
  context: PortalContext,
  member: LockableMember,
  asked: Asked,
  client: ClientInfo,
): Promise<ConnectionPage> {
  const id = await requireAble(context, member.account_id, asked);
  return changed(context, member, client, id, async (tx, { organisation, row, at }) => {
    if (!row) throw new AppError("NotFound");
    await requireIncluded(tx, organisation.holder_id, at);
    const slo_url = row.protocol === "saml" && asked.sloUrl !== "" ? asked.sloUrl : null;
    await tx
      .updateTable("portal.sso_connection")
      .set({ sign_out: asked.signOut, slo_url })
      .where("id", "=", row.id)
      .execute();
    return "single-sign-on.sign-out-changed";
  });
}

async function addressFor(
  context: PortalContext,
  row: ConnectionRow,
  login: LoginRow,
  { state, locale }: { readonly state: string; readonly locale: Locale },
): Promise<{ readonly url: string; readonly requestId: string | null } | undefined> {
  const opened = openLogin(context, login);
  if (row.protocol === "saml") {
    const provider = context.saml.provider(await samlClientOf(context, row));
    return provider.signOut(opened, state);
  }
  const { returnUri: returnTo } = signOutAddresses(context.settings, addressOf(row));
  const provider = context.organisationProvider(clientOf(context, row));
  const url = await provider.signOut({ hint: opened.hint, returnTo, state, locale });
  return url === undefined ? undefined : { url, requestId: null };
}

/** Where somebody may log out too whose session here began with a login at a provider. */
export interface WayOut {
  readonly how: "offered" | "done";
  readonly host: string;
  readonly url: string | null;
}

/**
 * The way out of a login's provider, as its organisation wants it. A provider that can't be reached keeps nobody
 * logged in here; the person is told that they may be so there.
 */
export async function wayOut(
  context: PortalContext,
  login: LoginRow,
  locale: Locale,
): Promise<WayOut | undefined> {
  const { db, clock, logger } = context;
  const row = await findConnectionById(db, login.connection_id);
  // Of another issuer's people the provider of today knows nothing.
  if (row?.issuer !== login.issuer || row.sign_out === "here") return undefined;
  const about = { how: row.sign_out, host: providerHost(row) };
  const state = newState();
  try {
    const address = await addressFor(context, row, login, { state, locale });
    if (!address) return { ...about, url: null };
    const now = clock.now();
    await db
      .insertInto("portal.sso_logout")
      .values({
        state_digest: hashToken(state),
        connection_id: row.id,
        request_id: address.requestId,
        created_at: now,
        expires_at: new Date(now.getTime() + logoutLifetimeMs),
      })
      .execute();
    return { ...about, url: address.url };
  } catch (error) {
    // Here the session has ended already: whatever is wrong there is no failure of the logout.
    const isExpected = error instanceof ExternalIdentityError;
    const level = isExpected ? "info" : "error";
    logger[level](
      { connection: row.id, ...(isExpected ? { reason: error.reason } : { err: error }) },
      "no logout at a provider",
    );
    return { ...about, url: null };
  }
}

/** Takes a logout out that was under way at the connection of an address, so that its answer counts once. */
async function takeLogout(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  address: string,
  state: string,
): Promise<{ readonly row: ConnectionRow; readonly requestId: string | null } | undefined> {
  const row = await findConnectionAt(db, address);
  if (!row) return undefined;
  const taken = await db
    .deleteFrom("portal.sso_logout")
    .where("state_digest", "=", hashToken(state))
    .where("expires_at", ">", clock.now())
    .where("connection_id", "=", row.id)
    .returning("request_id")
    .executeTakeFirst();
  return taken && { row, requestId: taken.request_id };
}

/** Whether a browser comes back from logging out at an OpenID provider, which returns it only then. */
export async function cameBack(
  context: PortalContext,
  address: string,
  state: string,
): Promise<boolean> {
  const taken = await takeLogout(context, address, state);
  return taken !== undefined && taken.requestId === null;
}

/** Whether a SAML provider says that somebody is logged out there, as we asked it. */
export async function wasAnswered(
  context: PortalContext,
  address: string,
  message: SamlMessage,
  relayState: string,
): Promise<boolean> {
  const taken = await takeLogout(context, address, relayState);
  if (!taken?.requestId || taken.row.protocol !== "saml") return false;
  const { row, requestId } = taken;
  try {
    const provider = context.saml.provider(await samlClientOf(context, row));
    await provider.readLogoutAnswer(message, requestId);
    return true;
  } catch (error) {
    if (!(error instanceof ExternalIdentityError)) throw error;
    context.logger.info({ connection: row.id, reason: error.reason }, "a logout wasn't confirmed");
    return false;
  }
}
