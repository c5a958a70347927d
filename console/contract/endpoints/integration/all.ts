import * as applications from "./applications.ts";
import type { IntegrationEndpoint } from "./declare.ts";
import * as keys from "./keys.ts";
import * as refusals from "./refusals.ts";
import * as session from "./session.ts";
import * as walks from "./walks.ts";

const isEndpoint = (value: unknown): value is IntegrationEndpoint =>
  typeof value === "object" && value !== null && "access" in value && "path" in value;

/** Every call of the integrator's console. */
export const integrationEndpoints: readonly IntegrationEndpoint[] = [
  ...Object.values(session),
  ...Object.values(applications),
  ...Object.values(refusals),
  ...Object.values(walks),
  ...Object.values(keys),
].filter(isEndpoint);
