import type { listKeys } from "@sekimori/console-contract/endpoints/keys";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";

/** The portal's keys by their names. */
export interface Keys {
  list(): Promise<EndpointResult<typeof listKeys>>;
}
