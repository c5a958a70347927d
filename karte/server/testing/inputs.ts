import { randomUUID } from "node:crypto";
import type { KarteEndpoint } from "@sekimori/karte-contract/endpoints/declare";

/** Which kind of thing a call's `:id` names. */
function kindOf({ path }: KarteEndpoint): string {
  if (path.includes("/domains/bulk/")) return "bulk";
  if (path.includes("/findings/work/")) return "act";
  if (path.includes("/report-schedules/")) return "schedule";
  if (path.includes("/alert-rules/")) return "rule";
  if (path.includes("/views/")) return "view";
  if (path.includes("/tokens/")) return "token";
  if (path.includes("/ticket-systems/")) return "ticketSystem";
  if (path.includes("/policies/")) return "policy";
  if (path.includes("/webhooks/")) return "webhook";
  if (path.includes("/webhook-deliveries/")) return "delivery";
  for (const kind of [
    "report",
    "domain",
    "finding",
    "asset",
    "run",
    "import",
    "group",
    "invitation",
    "offer",
  ]) {
    if (path.includes(`/${kind}s/`)) return kind;
  }
  return "person";
}

const ruleBody = (group: string | undefined, person: string) => ({
  kind: "grade.fell",
  group,
  mail: false,
  bell: true,
  webhook: false,
  recipients: [person],
});

const policyBody = (person: string) => ({
  name: "x",
  query: "severity:high",
  acts: { severity: null, owner: person, label: null, alert: null, ticket: null },
});

/** Queries and bodies that name things by id wherever a call takes one. */
export function inputFor(
  endpoint: KarteEndpoint,
  ids: Readonly<Record<string, string>>,
  person: string,
  other: { readonly secret: string; readonly workspace: string },
) {
  const { domain, group, finding, run, selection } = ids;
  const kind = kindOf(endpoint);
  const named: Record<string, object> = {
    listDomains: { query: { q: other.secret, group } },
    exportDomains: { query: { q: other.secret } },
    exportChosenDomains: { body: { domains: [domain] } },
    selectDomains: { body: { q: other.secret } },
    addDomain: { body: { name: "new.example.jp", groups: [group] } },
    changeDomain: { body: { label: "x" } },
    giveConsent: {
      body: { version: "2026-11-01", organisation: "x", thirdPartyHosting: "no", agreed: true },
    },
    scanNewHosts: { body: { scan: false } },
    importCandidates: { body: { kind: "zone", domain, text: "x IN A 192.0.2.1" } },
    judgeCandidates: { body: { candidates: [ids.candidate], state: "dismissed" } },
    bulkDomains: { body: { act: { kind: "diagnose" }, selection } },
    startRun: { body: { domain } },
    listRuns: { query: { domain } },
    compareRuns: { query: { from: run, to: run } },
    listFindings: { query: { q: other.secret, domain } },
    groupFindings: { query: { domain } },
    selectFindings: { body: { domain } },
    commentFinding: { body: { text: "x" } },
    workFindings: { body: { findings: [finding], act: { kind: "assign", assignee: null } } },
    listAssets: { query: { q: other.secret, domain } },
    judgeAsset: { body: { state: "ignored" } },
    saveView: { body: { list: "domains", name: "x", query: { q: other.secret } } },
    chooseColumns: { body: { list: "domains", columns: null } },
    getOverview: { query: { group } },
    search: { query: { q: other.secret } },
    renameGroup: { body: { name: "x" } },
    createGroup: { body: { name: "x" } },
    checkImport: { body: { content: Buffer.from("x.example.jp").toString("base64") } },
    enterWorkspace: { body: { workspace: other.workspace } },
    invitePeople: { body: { emails: ["x@people.example"], role: "viewer", groups: [group] } },
    changeMember: { body: { role: "viewer", groups: null } },
    acceptInvitation: { body: { token: "x" } },
    renameWorkspace: { body: { name: "x" } },
    requestReport: {
      body: {
        scope: { kind: "domain", id: domain },
        form: "json",
        language: "ja",
        from: "2026-11-01",
        to: "2026-11-30",
      },
    },
    addReportSchedule: {
      body: {
        scope: { kind: "group", id: group },
        form: "json",
        language: "ja",
        recipients: [person],
      },
    },
    createWorkspace: { body: { name: "x" } },
    offerWorkspace: { body: { to: person, what: "ownership" } },
    answerOffer: { body: { accepted: true } },
    // The name is another's, so that no test closes its own workspace.
    closeWorkspace: { body: { name: other.secret } },
    reopenWorkspace: { body: { workspace: other.workspace } },
    readAlerts: { body: { until: "2026-11-01T00:00:00Z" } },
    changeAlertChoice: { body: { digest: false } },
    addAlertRule: { body: ruleBody(group, person) },
    changeAlertRule: { body: ruleBody(group, person) },
    addWebhook: {
      body: { label: "x", url: "https://127.0.0.1/", form: "standard", events: [] },
    },
    changeWebhook: { body: { label: "x" } },
    addTicketSystem: {
      body: {
        kind: "github",
        label: "x",
        url: "https://127.0.0.1/",
        project: "x/x",
        language: "ja",
        secret: "x",
      },
    },
    changeTicketSystem: { body: { label: "x" } },
    listenToTicketSystem: { body: {} },
    makeTickets: { body: { findings: [finding], system: ids.ticketSystem } },
    addPolicy: { body: policyBody(person) },
    changePolicy: { body: policyBody(person) },
    orderPolicies: { body: { policies: [ids.policy] } },
    tryPolicy: { body: { days: 90 } },
    switchPolicy: { body: { enabled: false } },
    addToken: { body: { label: "x", scopes: ["read"], groups: [group], days: 1 } },
    sendContact: { body: { subject: "x", text: "x" } },
  };
  return {
    query: {},
    body: {},
    ...(named[endpoint.name] ?? {}),
    params: { id: kind === "person" ? person : (ids[kind] ?? randomUUID()) },
  };
}
