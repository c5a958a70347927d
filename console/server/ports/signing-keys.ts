import type { SigningKeyView } from "@sekimori/console-contract/endpoints/integration/keys";

/** The keys that the portal signs with and publishes. */
export interface SigningKeys {
  list(): Promise<readonly SigningKeyView[]>;
}
