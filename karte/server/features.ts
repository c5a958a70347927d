import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "./context.ts";
import { bindActivity } from "./features/activity/routes.ts";
import { bindAlerts } from "./features/alerts/routes.ts";
import { bindContact } from "./features/contact/routes.ts";
import { bindContract } from "./features/contract/routes.ts";
import { bindDomains } from "./features/domains/routes.ts";
import { bindFindings } from "./features/findings/routes.ts";
import { bindGroups } from "./features/groups/routes.ts";
import { bindImports } from "./features/imports/routes.ts";
import { bindInventory } from "./features/inventory/routes.ts";
import { bindOverview } from "./features/overview/routes.ts";
import { bindPeople } from "./features/people/routes.ts";
import type { Principals } from "./features/principals/principals.ts";
import { bindProof } from "./features/proof/routes.ts";
import { bindReports } from "./features/reports/routes.ts";
import { bindRuns } from "./features/runs/routes.ts";
import { bindSavedViews } from "./features/saved-views/routes.ts";
import { bindSession } from "./features/session/routes.ts";
import { bindEventStreams } from "./features/streams/routes.ts";
import { bindTickets } from "./features/tickets/routes.ts";
import { bindTokens } from "./features/tokens/routes.ts";
import { bindWebhooks } from "./features/webhooks/routes.ts";
import { bindWorkspaces } from "./features/workspaces/routes.ts";

/** Binds every feature's endpoints; the one list of what karte serves under /v1. */
export function bindFeatures(bind: Bind, context: KarteContext, principals: Principals): void {
  bindSession(bind, context, principals);
  bindDomains(bind, context, principals);
  bindProof(bind, context, principals);
  bindImports(bind, context, principals);
  bindGroups(bind, context, principals);
  bindRuns(bind, context, principals);
  bindFindings(bind, context, principals);
  bindInventory(bind, context, principals);
  bindSavedViews(bind, context, principals);
  bindOverview(bind, context, principals);
  bindReports(bind, context, principals);
  bindAlerts(bind, context, principals);
  bindWebhooks(bind, context, principals);
  bindEventStreams(bind, context, principals);
  bindTickets(bind, context, principals);
  bindTokens(bind, context, principals);
  bindPeople(bind, context, principals);
  bindActivity(bind, context, principals);
  bindContract(bind, context, principals);
  bindContact(bind, context, principals);
  bindWorkspaces(bind, context, principals);
}
