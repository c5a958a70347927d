import * as billing from "./billing.ts";
import type { ConsoleEndpoint } from "./declare.ts";
import * as funnel from "./funnel.ts";
import * as keys from "./keys.ts";
import * as maintenance from "./maintenance.ts";
import * as members from "./members.ts";
import * as month from "./month.ts";
import * as prices from "./prices.ts";
import * as requests from "./requests.ts";
import * as session from "./session.ts";
import * as staff from "./staff.ts";
import * as work from "./work.ts";

const isEndpoint = (value: unknown): value is ConsoleEndpoint =>
  typeof value === "object" && value !== null && "access" in value && "path" in value;

/** Every call of the console's API. */
export const allEndpoints: readonly ConsoleEndpoint[] = [
  ...Object.values(session),
  ...Object.values(members),
  ...Object.values(billing),
  ...Object.values(month),
  ...Object.values(requests),
  ...Object.values(staff),
  ...Object.values(work),
  ...Object.values(maintenance),
  ...Object.values(prices),
  ...Object.values(keys),
  ...Object.values(funnel),
].filter(isEndpoint);
