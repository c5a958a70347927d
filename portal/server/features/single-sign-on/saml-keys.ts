import type { PortalContext } from "../../context.ts";
import type { CertifiedKey } from "../../ports/saml-provider.ts";
import { findOrganisationAt } from "./connection-repository.ts";

export interface SamlKeys {
  readonly signing: CertifiedKey;
  readonly encryption: CertifiedKey;
}

const sealContext = (organisationId: string) => `portal.sso_key.private_keys:${organisationId}`;

interface PrivateKeys {
  readonly signing: string;
  readonly encryption: string;
}

/** The keys by which an organisation's SAML provider knows us. */
export async function findKeys(
  { db, sealer }: Pick<PortalContext, "db" | "sealer">,
  organisationId: string,
): Promise<SamlKeys | undefined> {
  const row = await db
    .selectFrom("portal.sso_key")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const opened = sealer.open(row.private_keys, sealContext(organisationId)).toString("utf8");
  const keys = JSON.parse(opened) as PrivateKeys;
  return {
    signing: { privateKey: keys.signing, certificate: row.signing_certificate },
    encryption: { privateKey: keys.encryption, certificate: row.encryption_certificate },
  };
}

/** The same by an address that stands for one of its connections, or for the next. */
export async function findKeysAt(
  context: Pick<PortalContext, "db" | "sealer">,
  address: string,
): Promise<SamlKeys | undefined> {
  const organisationId = await findOrganisationAt(context.db, address);
  return organisationId === undefined ? undefined : findKeys(context, organisationId);
}

/** Makes the keys of an organisation that has none yet. */
export async function makeKeys(context: PortalContext, organisationId: string): Promise<void> {
  const { db, clock, sealer, saml, settings } = context;
  if (await findKeys(context, organisationId)) return;
  const at = clock.now();
  const name = new URL(settings.portalOrigin).host;
  const signing = await saml.newKey(name, at);
  const encryption = await saml.newKey(name, at);
  const keys: PrivateKeys = {
    signing: signing.privateKey,
    encryption: encryption.privateKey,
  };
  await db
    .insertInto("portal.sso_key")
    .values({
      organisation_id: organisationId,
      signing_certificate: signing.certificate,
      encryption_certificate: encryption.certificate,
      private_keys: sealer.seal(JSON.stringify(keys), sealContext(organisationId)),
      created_at: at,
    })
    .onConflict((conflict) => conflict.column("organisation_id").doNothing())
    .execute();
}
