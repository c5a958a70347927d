import { timingSafeEqual } from "node:crypto";
import { hashToken } from "@sekimori/kit-server/cookies";
import type { Provider } from "oidc-provider";

interface KnownClient {
  readonly clientSecret?: string;
  readonly former_secret_digest?: string;
  /** Of the secret for a walk through a login, while there is one (client-walks.ts). */
  readonly walk_secret_digest?: string;
}

const isEqual = (one: Buffer, other: string): boolean => {
  const bytes = Buffer.from(other);
  return one.length === bytes.length && timingSafeEqual(one, bytes);
};

/**
 * Lets applications be recognised by the digest of their secret, which is all that is kept of it;
 * while they change over, by that of the former one too.
 */
export function recogniseSecrets(provider: Provider): void {
  Object.defineProperty(provider.Client.prototype, "compareClientSecret", {
    value(this: KnownClient, presented: string): boolean {
      const digest = Buffer.from(hashToken(presented));
      const isPresent = isEqual(digest, this.clientSecret ?? "");
      const isWalks = isEqual(digest, this.walk_secret_digest ?? "");
      return isEqual(digest, this.former_secret_digest ?? "") || isWalks || isPresent;
    },
  });
}
