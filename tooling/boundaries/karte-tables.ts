import type { TableRule } from "./table-use.ts";

/**
 * Whose each table of karte is. The owner states its rules; others write or read it only as
 * listed, with the reason.
 */
export const tables: Readonly<Record<string, TableRule>> = {
  activity: { owner: "activity" },
  address_pace: { owner: "schedules", readers: { purge: "old rows go" } },
  alert: { owner: "alerts", writers: { "alert-requests": "news that no rule asks for" } },
  alert_receipt: { owner: "alerts", writers: { "alert-requests": "news that no rule asks for" } },
  alert_rule: { owner: "alerts" },
  api_answer: { owner: "tokens" },
  api_token: { owner: "tokens", readers: { purge: "tokens that ended go" } },
  asset: {
    owner: "runs",
    writers: {
      "finding-records": "an asset counts its open findings",
      discovery: "a name below a verified domain is approved there, and new ones as they appear",
      inventory: "a person says that an asset is not theirs",
    },
    readers: {
      alerts: "a new asset is news",
      causes: "a certificate may be the cause of several findings",
      findings: "a recipe begins with the server that was seen",
      overview: "counts and searches assets",
    },
  },
  asset_observation: { owner: "runs" },
  /** Triggers write it. */
  asset_term: { owner: "findings", readers: { alerts: "certificates that end are news" } },
  bulk_act: { owner: "domains" },
  bulk_portion: { owner: "domains" },
  candidate: { owner: "discovery" },
  candidate_path: { owner: "discovery" },
  candidate_search: { owner: "discovery" },
  check_count: { owner: "findings" },
  consent: {
    owner: "proof",
    writers: { discovery: "new subdomains are scanned under the consent that stands" },
  },
  contract_answer: { owner: "contract" },
  domain: {
    owner: "domains",
    writers: {
      "finding-records": "a domain counts what is open, and has its last scan's grade and time",
      imports: "a file adds many domains in one statement",
      proof: "a domain is verified",
      schedules: "the next scan has its time",
      workspaces: "a closed workspace keeps no domain",
    },
    readers: {
      alerts: "mails and the bell name domains",
      causes: "a zone may be the cause of several findings",
      discovery: "a name that is listed is no candidate",
      "domain-records": "makes the rows of lists and pages",
      findings: "a finding is about a domain",
      inventory: "an asset is of a domain",
      overview: "counts, searches and sums up domains",
      policies: "a trial names domains",
      priorities: "a domain's own host is a main one",
      reports: "a report is about domains",
      "run-records": "a scan is of a domain",
      runs: "counts the domains that are ready to be scanned",
      session: "says whether a workspace is empty",
      streams: "events name domains",
      tickets: "a ticket names domains",
    },
  },
  /** A trigger writes it. */
  domain_label: { owner: "findings" },
  domain_group: {
    owner: "groups",
    writers: { imports: "a file may name new groups" },
    readers: {
      alerts: "a rule may be about one group",
      "domain-records": "rows name their groups",
      findings: "a query names groups",
      overview: "searches groups",
      people: "a restricted member sees groups",
      reports: "a report may be about one group",
      tokens: "a token may be for one group",
    },
  },
  file: { owner: "files", readers: { reports: "a report has its files" } },
  finding: {
    owner: "findings",
    writers: {
      alerts: "a rule assigns a finding",
      causes: "a finding has a cause",
      people: "a removed member's findings are nobody's",
      policies: "a policy gives severity and owner",
      priorities: "a finding has its place in the order of work",
      runs: "a scan opens, confirms and resolves findings",
    },
    readers: {
      "finding-records": "a domain counts what is open",
      inventory: "an asset that is not ours takes its findings along",
      overview: "counts findings",
      reports: "a report lists findings",
      streams: "an event says what the finding is",
      "ticket-records": "a scan's findings may have tickets",
      tickets: "a ticket follows the findings of its cause",
    },
  },
  finding_act: { owner: "findings" },
  finding_event: {
    owner: "findings",
    writers: {
      alerts: "a rule's assignment is part of the history",
      causes: "an owner that a cause gives is part of the history",
      policies: "an owner that a policy gives is part of the history",
      runs: "a scan's changes are part of the history",
    },
    readers: {
      overview: "counts what was new and what was fixed",
      reports: "counts what was new and what was fixed",
      streams: "tells programs what has changed",
    },
  },
  grade_history: {
    owner: "runs",
    readers: {
      alerts: "a grade that falls is news",
      domains: "a domain's page shows its grades",
      overview: "shows the trend",
      reports: "shows the trend",
    },
  },
  group_member: {
    owner: "domains",
    readers: {
      alerts: "a rule may be about one group",
      "domain-records": "rows name their groups",
      findings: "lists of one group",
      inventory: "lists of one group",
      overview: "grades of groups",
      principals: "what a restricted member may see",
      reports: "a report may be about one group",
    },
  },
  /** Triggers write it. */
  finding_term: { owner: "findings" },
  finding_label: {
    owner: "findings",
    writers: { policies: "a policy gives its label" },
  },
  group_sum: { owner: "groups" },
  import: { owner: "imports" },
  invitation: {
    owner: "people",
    writers: { workspaces: "a closed workspace invites nobody" },
    readers: { purge: "invitations that ended go" },
  },
  known_account: {
    owner: "session",
    writers: { workspaces: "the portal says that an account has gone" },
    readers: { contract: "mails the person who leaves" },
  },
  list_columns: { owner: "saved-views" },
  member: {
    owner: "workspaces",
    writers: {
      alerts: "how a member is told",
      overview: "the digest of a week is written once",
      people: "roles, restrictions and removals",
      session: "a person who enters becomes a member",
    },
    readers: {
      causes: "a member who left inherits nothing",
      contract: "counts the people of a contract",
      domains: "a domain has a responsible member",
      findings: "a finding has an assignee",
      policies: "a policy gives findings to a member",
      principals: "the rights of a member",
      reports: "reports are mailed to members",
      runs: "a stream shows what its member may see",
      tokens: "a token is never more than its maker",
    },
  },
  member_group: {
    owner: "people",
    readers: {
      domains: "the responsible member may see the domain",
      groups: "a group says who is restricted to it",
      overview: "a digest is of what its reader sees",
      principals: "what a restricted member may see",
      runs: "a stream shows what its member may see",
    },
  },
  offer: { owner: "workspaces", readers: { session: "says that an offer waits" } },
  open_count: { owner: "findings", readers: { overview: "counts open findings" } },
  place: {
    owner: "session",
    writers: { workspaces: "the portal says that an account has gone" },
    readers: { principals: "the workspace that a person is in" },
  },
  policy: { owner: "policies", writers: { people: "whoever leaves is told nothing more" } },
  policy_hit: {
    owner: "policies",
    readers: {
      alerts: "what a policy matches may be news",
      findings: "a finding's page says what policies did",
    },
  },
  quota_use: { owner: "contract" },
  recheck_use: { owner: "runs", readers: { findings: "says how many re-checks are left" } },
  report: { owner: "reports", readers: { purge: "reports that expired go" } },
  report_schedule: { owner: "reports" },
  run: {
    owner: "runs",
    readers: {
      alerts: "what a scan found is news",
      contract: "counts the scans of a month",
      discovery: "what a scan saw for the first time is new",
      "domain-records": "rows name the latest scan",
      imports: "an undone import stops what it began",
      tickets: "what is said to be done is looked at once",
      "run-records": "makes the rows of lists and pages",
    },
  },
  run_result: { owner: "runs", readers: { reports: "names what was not looked at" } },
  saved_view: { owner: "saved-views" },
  score_count: {
    owner: "overview",
    readers: {
      causes: "what a cause is worth to the workspace",
      domains: "counts domains by grade",
      runs: "a scan changes the counts",
    },
  },
  selection: { owner: "domains" },
  ticket: {
    owner: "ticket-records",
    readers: {
      findings: "a query names tickets",
      policies: "a cause that has a ticket gets no second",
    },
    writers: { tickets: "what a ticket system says, and what is to be done there" },
  },
  ticket_system: { owner: "tickets", readers: { policies: "a policy names one" } },
  workspace: {
    owner: "workspaces",
    writers: {
      contract: "the portal says that a contract has ended",
      session: "a person's first workspace",
    },
    readers: {
      alerts: "mails name the workspace",
      overview: "sums up each workspace",
      people: "an invitation names the workspace",
      principals: "the rights of a member",
      reports: "a report names the workspace",
    },
  },
  workspace_grade: {
    owner: "runs",
    readers: {
      overview: "shows the trend",
      reports: "shows the trend",
    },
  },
};
