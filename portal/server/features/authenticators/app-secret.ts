import type { Sealer } from "@sekimori/kit-server/sealing";
import type { TotpRow } from "./authenticator-repository.ts";

const context = (id: string) => `portal.totp_secret.secret:${id}`;

export const sealSecret = (sealer: Sealer, id: string, secret: string): Buffer =>
  sealer.seal(secret, context(id));

/** The secret in base32. */
export const openSecret = (sealer: Sealer, { id, secret }: Pick<TotpRow, "id" | "secret">) =>
  sealer.open(secret, context(id)).toString("utf8");
