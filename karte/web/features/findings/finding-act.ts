import type { workFindings } from "@sekimori/karte-contract/endpoints/findings";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";

/** What can be done to findings, as the call has it. */
export type Act = EndpointInput<typeof workFindings>["body"]["act"];
