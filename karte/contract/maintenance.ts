import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import type { KarteEndpoint } from "./endpoints/declare.ts";

/** What changes something and goes on while the management application is closed. */
const goesOn: ReadonlySet<string> = new Set([
  // Sessions: who looks chooses where.
  "enterWorkspace",
  "endSession",
  // What takes back a right to examine, or ends an examination, cannot wait.
  "withdrawConsent",
  "cancelRun",
  // What must be as easy as it is for the mail program, which asks another call.
  "changeDigestSubscription",
  // People ask what is going on.
  "sendContact",
  // These read, by a body.
  "lookAtInvitation",
  "selectDomains",
  "exportChosenDomains",
  "selectFindings",
  "checkImport",
]);

/** Calls whose name stands in the list; a test holds them to those that there are. */
export const namedForMaintenance: readonly string[] = [...goesOn];

/** Whether the closing of an area closes a call: reads go on, for browsers and for programs. */
export const closesCall = (
  { name, method }: Pick<KarteEndpoint, "name" | "method">,
  area: MaintenanceArea,
): boolean =>
  (area === "management-application" || area === "everything") &&
  method !== "GET" &&
  !goesOn.has(name);
