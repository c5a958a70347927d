import { listSigningKeys } from "@sekimori/console-contract/endpoints/integration/keys";
import type { Bind } from "@sekimori/kit-server/http";
import type { IntegrationContext } from "../../context.ts";

/** The keys that applications check tokens by; they are rotated at the operator's. */
export function bindSigningKeys(bind: Bind, { signingKeys, issuer }: IntegrationContext): void {
  bind(listSigningKeys, async () => ({
    address: `${issuer}/jwks`,
    keys: [...(await signingKeys.list())],
  }));
}
