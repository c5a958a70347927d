import { getIntegrator } from "@sekimori/console-contract/endpoints/integration/session";
import { clientOf } from "./client.ts";

/** What the entry does when nobody is signed in any more. */
export const refusals: { unauthorised: () => void } = { unauthorised: () => undefined };

/** The API of the integrator's console. */
export const client = clientOf(getIntegrator, refusals);
