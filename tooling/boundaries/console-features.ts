/** Which feature of the console's server may import which other, and what for. */

type Edges = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every feature may ask these. */
export const foundations: readonly string[] = ["integrators", "principals"];

/** By importing feature: the feature it may import, and why. */
export const edges: Edges = {
  applications: {},
  "integration-session": {},
  integrators: {},
  principals: {},
  refusals: {},
  funnel: {},
  keys: {},
  "signing-keys": {},
  walks: {},
  maintenance: {},
  prices: {},
  members: {},
  billing: {},
  requests: {},
  session: {},
  work: {},
};

/** What foundations ask of each other. */
export const betweenFoundations: Edges = {};
