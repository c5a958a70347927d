import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, Queryable } from "../../context.ts";
import { findApp, findRecoveryCodes } from "./authenticator-repository.ts";
import { openPasskeyName } from "./passkey-name.ts";
import { findPasskeys, type PasskeyRow } from "./passkey-repository.ts";
import { relyingPartyOf } from "./relying-party.ts";

type Context = Pick<PortalContext, "sealer" | "digests" | "settings">;

const showPasskey = ({ sealer }: Context, row: PasskeyRow): Authenticators["passkeys"][number] => ({
  id: row.id,
  name: openPasskeyName(sealer, row),
  addedAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  kind: row.backup_eligible ? "synced" : "device-bound",
  transports: row.transports,
  credentialId: row.credential_id,
});

/** What My Page shows of an account's authenticators. */
export async function showAuthenticators(
  context: Context,
  db: Queryable,
  accountId: string,
): Promise<Authenticators> {
  const app = await findApp(db, accountId);
  const passkeys = await findPasskeys(db, accountId);
  const codes = await findRecoveryCodes(db, accountId);
  return {
    app: app
      ? {
          addedAt: (app.confirmed_at ?? app.created_at).toISOString(),
          lastUsedAt: app.last_used_at?.toISOString() ?? null,
        }
      : null,
    passkeys: passkeys.map((row) => showPasskey(context, row)),
    passkeyOwner: {
      rpId: relyingPartyOf(context.settings).id,
      userId: context.digests.passkeyUser(accountId),
    },
    recoveryCodes: codes ? { left: codes.left, madeAt: codes.madeAt.toISOString() } : null,
  };
}
