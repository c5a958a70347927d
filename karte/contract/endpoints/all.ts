import * as activity from "./activity.ts";
import * as alerts from "./alerts.ts";
import * as contract from "./contract.ts";
import type { KarteEndpoint } from "./declare.ts";
import * as discovery from "./discovery.ts";
import * as domains from "./domains.ts";
import * as events from "./events.ts";
import * as findings from "./findings.ts";
import * as groups from "./groups.ts";
import * as imports from "./imports.ts";
import * as inventory from "./inventory.ts";
import * as overview from "./overview.ts";
import * as people from "./people.ts";
import * as policies from "./policies.ts";
import * as reports from "./reports.ts";
import * as runs from "./runs.ts";
import * as savedViews from "./saved-views.ts";
import * as session from "./session.ts";
import * as site from "./site.ts";
import * as tickets from "./tickets.ts";
import * as tokens from "./tokens.ts";
import * as webhooks from "./webhooks.ts";
import * as workspaces from "./workspaces.ts";

const modules = [
  activity,
  alerts,
  contract,
  discovery,
  domains,
  events,
  findings,
  groups,
  imports,
  inventory,
  overview,
  people,
  policies,
  reports,
  runs,
  savedViews,
  session,
  site,
  tickets,
  tokens,
  workspaces,
  webhooks,
];

function isEndpoint(value: unknown): value is KarteEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "response" in value;
}

/** Every call of karte's API, for whoever enumerates them: OpenAPI, tests, the map. */
export const allEndpoints: readonly KarteEndpoint[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
