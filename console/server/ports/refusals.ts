import type { listRefusals } from "@sekimori/console-contract/endpoints/integration/refusals";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Integrator } from "./integrators.ts";

/** What applications were refused; each call reaches as far as whoever makes it. */
export interface Refusals {
  list(
    query: EndpointRequest<typeof listRefusals>["query"],
    who: Integrator & {
      /** Whether they are shown those of ids that nobody has registered. */
      readonly seesUnknown: boolean;
    },
  ): Promise<EndpointResult<typeof listRefusals>>;
}
