import { randomUUID } from "node:crypto";
import { AppError } from "@sekimori/kit-server/errors";
import type { ConnectionPage } from "@sekimori/portal-contract/endpoints/single-sign-on";
import type { PortalContext } from "../../context.ts";
import type { SamlCertificate, SamlDescription } from "../../ports/saml-provider.ts";
import type { ClientInfo } from "../audit/audit.ts";
import { findOwned } from "../organisation/organisation-repository.ts";
import { requireIncluded } from "../organisation/organisation-service.ts";
import type { LockableMember } from "../session/lock-member.ts";
import { type ConnectionRow, takeNextAddress } from "./connection-repository.ts";
import {
  type ConnectionChoice,
  changed,
  forgetOtherProtocol,
  requireApart,
  showConnectionOf,
} from "./connection-service.ts";
import { deleteJoinings } from "./joining-repository.ts";
import { type NewSamlConnection, readCertificates, readSaml } from "./read-saml.ts";
import { makeKeys } from "./saml-keys.ts";

/** The owner's organisation, with keys by which a SAML provider knows us. */
async function withKeys(context: PortalContext, accountId: string): Promise<void> {
  const { db, clock } = context;
  const owned = await findOwned(db, accountId);
  if (!owned) throw new AppError("NotFound");
  await requireIncluded(db, owned.holder_id, clock.now());
  await makeKeys(context, owned.id);
}

/** @throws AppError NotFound, OrganisationNotIncluded. */
export async function prepareSamlOf(
  context: PortalContext,
  accountId: string,
  choice: ConnectionChoice,
): Promise<ConnectionPage> {
  await withKeys(context, accountId);
  return showConnectionOf(context, accountId, choice);
}

/** The columns of certificates; warnings are of whichever ends next, because nobody says which is in use. */
const certificateValues = (certificates: readonly SamlCertificate[], at: Date) => ({
  certificates: certificates.map(({ text }) => text),
  certificates_end_at: certificates.find(({ endsAt }) => endsAt > at)?.endsAt ?? at,
  certificate_warnings: 0,
  secret_changed_at: at,
});

/** Whether a description is of the provider that the connection is to already, with the same certificates. */
function isSameProvider(
  row: ConnectionRow,
  { entityId, ssoUrl, certificates }: SamlDescription,
): boolean {
  if (row.protocol !== "saml" || row.issuer !== entityId || row.sso_url !== ssoUrl) return false;
  const before = new Set(row.certificates);
  return before.size === certificates.length && certificates.every(({ text }) => before.has(text));
}

/**
 * Sets the connection to a SAML provider up, or changes it: then it is off, and untested, links of another
 * provider's people stand for nobody, and who was asked whether to join is asked anew. Where only logins
 * that start at the provider are allowed, or no longer, it stays as it is.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, ProviderRefused, SessionExpired.
 */
export async function setUpSamlOf(
  context: PortalContext,
  member: LockableMember,
  asked: NewSamlConnection & { readonly connection?: ConnectionChoice },
  client: ClientInfo,
): Promise<ConnectionPage> {
  await withKeys(context, member.account_id);
  const description = readSaml(context, asked);
  const { entityId, ssoUrl, certificates } = description;
  return changed(context, member, client, asked.connection, async (tx, about) => {
    const { organisation, row, at } = about;
    await requireIncluded(tx, organisation.holder_id, at);
    const isSameEntity = row?.protocol === "saml" && row.issuer === entityId;
    // What a description leaves out about logouts, its owner may have typed.
    const slo_url = description.sloUrl ?? (isSameEntity ? row.slo_url : null);
    const allows_provider_start = asked.allowsProviderStart;
    const wanted = { protocol: "saml" as const, issuer: entityId, client_id: null };
    await requireApart(tx, organisation.id, row, wanted);
    if (row && isSameProvider(row, description)) {
      if (row.allows_provider_start === allows_provider_start && row.slo_url === slo_url) {
        return undefined;
      }
      await tx
        .updateTable("portal.sso_connection")
        .set({ allows_provider_start, slo_url })
        .where("id", "=", row.id)
        .execute();
      return "single-sign-on.set-up";
    }
    const values = {
      ...wanted,
      sso_url: ssoUrl,
      slo_url,
      sign_out: isSameEntity && slo_url !== null ? row.sign_out : ("here" as const),
      ...certificateValues(certificates, at),
      allows_provider_start,
      client_secret: null,
      scopes: null,
      test: null,
      tested_at: null,
      enabled_at: null,
    };
    if (row) {
      await forgetOtherProtocol(tx, row, "saml");
      await deleteJoinings(tx, row.id);
      await tx
        .updateTable("portal.sso_connection")
        .set({ ...values, revision: row.revision + 1 })
        .where("id", "=", row.id)
        .execute();
    } else {
      await tx
        .insertInto("portal.sso_connection")
        .values({
          ...values,
          id: randomUUID(),
          address: await takeNextAddress(tx, organisation.id),
          organisation_id: organisation.id,
          created_at: at,
        })
        .execute();
    }
    return "single-sign-on.set-up";
  });
}

/**
 * Replaces the certificates, from the next answer on: one that is not among them counts no more, nor does a
 * question whether to join that it may have led to.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, ProviderRefused, SessionExpired.
 */
export function changeCertificatesOf(
  context: PortalContext,
  member: LockableMember,
  {
    connection,
    certificates: text,
  }: { readonly connection?: ConnectionChoice; readonly certificates: string },
  client: ClientInfo,
): Promise<ConnectionPage> {
  return changed(context, member, client, connection, async (tx, { organisation, row, at }) => {
    if (row?.protocol !== "saml") throw new AppError("NotFound");
    await requireIncluded(tx, organisation.holder_id, at);
    await tx
      .updateTable("portal.sso_connection")
      .set(certificateValues(readCertificates(context, text), at))
      .where("id", "=", row.id)
      .execute();
    await deleteJoinings(tx, row.id);
    return "single-sign-on.secret-changed";
  });
}
