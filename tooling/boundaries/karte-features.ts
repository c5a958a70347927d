/**
 * Which feature of karte's server may import which other, and what for; the same rule as the
 * portal's (`portal-features.ts`).
 */

type Edges = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every feature may ask these; among themselves they need an edge like all others. */
export const foundations: readonly string[] = ["activity", "contract", "principals", "run-records"];

/** By importing feature: the feature it may import, and why. */
export const edges: Edges = {
  activity: {},
  "alert-requests": {},
  alerts: {
    "alert-requests": "handles what others ask for",
    findings: "mails name findings in the words of the lists",
    groups: "a rule may be about one group",
    priorities: "news of findings come in the order of work and say why",
    "saved-views": "a rule may be about what a saved view shows",
  },
  "candidate-records": {},
  causes: { scores: "what a cause is worth to the workspace is of its score" },
  contract: {},
  discovery: {
    "candidate-records": "handles what others ask for",
    "domain-records": "what is proved is where names are looked for from",
    domains: "a name that is approved becomes a domain by the same rules",
    runs: "what is new is scanned by itself",
  },
  "domain-records": {},
  domains: {
    "domain-records": "lists and pages are made from these rows",
    groups: "a domain is put into groups",
    proof: "the page shows proof and consent",
    runs: "many domains are examined at once",
    schedules: "a new schedule has its first moment",
  },
  files: {},
  "finding-records": {},
  findings: {
    "alert-requests": "whoever is given a finding hears of it",
    causes: "findings of one cause are one item",
    "domain-records": "a domain beyond the plan is only shown",
    "finding-records": "what a person decides changes a finding's life and its domain's counts",
    groups: "lists of one group read its sums",
    priorities: "a list is in the order of work, and a new due day changes it",
    "ticket-records": "a finding's page shows its tickets",
  },
  groups: { scores: "a group has a grade" },
  imports: { domains: "adds the domains of a file by the same rules" },
  inventory: {
    "domain-records": "a domain beyond the plan is only shown",
    findings: "an asset that is not ours takes its findings along",
  },
  overview: {
    causes: "says how many findings end together",
    findings: "shows and searches findings",
    groups: "grades and counts of groups",
    priorities: "says why a finding is among the first",
    reports: "searches reports",
    scores: "the grade of what somebody may see",
  },
  people: {
    groups: "a restricted member sees groups",
    session: "whoever accepts an invitation becomes a member",
  },
  policies: {
    "alert-requests":
      "whoever is given a finding by a policy hears of it, and that a severity ended",
    "finding-records": "another severity changes its domain's counts",
    findings: "a policy asks in the language of the lists",
    priorities: "another severity changes due day and order of work",
    "ticket-records": "a policy has tickets made",
  },
  principals: {},
  priorities: {},
  proof: {
    "alert-requests": "a proof that lapsed is news",
    "domain-records": "whose a domain is stands in its row",
  },
  purge: {
    alerts: "old alerts go",
    files: "files that expired go",
    workspaces: "workspaces that were closed go, and offers that nobody answered",
  },
  reports: {
    causes: "says how many findings end together",
    files: "a report is a file",
    findings: "figures are made from findings",
    groups: "a report may be about one group",
    priorities: "says how urgent each finding is, and why",
    "saved-views": "a report may be about what a saved view shows",
    scores: "the grade of many domains",
  },
  "run-records": {},
  runs: {
    "candidate-records": "a whole scan may bring names that are new",
    "alert-requests": "what a run found is news",
    causes: "what a run found has its cause",
    "finding-records": "a run changes the lives of findings and their domain's counts",
    policies: "policies act on what a run brings, as it is kept",
    "domain-records": "which domain is examined, and whether the plan holds it",
    priorities: "what a run found gets its due day and its place in the order of work",
    proof: "the engine wants the consent, and tells whether the token was there",
    scores: "a run changes the workspace's grade",
    "ticket-records": "what a run saw is told to the tickets of its causes",
  },
  "saved-views": {
    domains: "a view narrows domains as their list does",
    findings: "a view narrows findings as their list does",
  },
  schedules: {
    causes: "findings of an earlier version get their cause in the same look",
    "domain-records": "which domain is due",
    findings: "acceptances end in the same look",
    policies: "severities of policies end in the same look",
    priorities: "what is overdue since midnight is settled in the same look",
    proof: "proofs end in the same look",
    runs: "queues what is due",
  },
  scores: {},
  streams: { findings: "events name findings in the words of the lists" },
  "ticket-records": {},
  tickets: {
    "domain-records": "a domain beyond the plan is only shown",
    findings: "a ticket says what to do in the words of the lists",
    runs: "what is said to be done is looked at again",
    "ticket-records": "jobs and rows that others know, too",
  },
  tokens: { groups: "a token may be held to groups" },
  workspaces: {
    alerts: "whoever offered something hears what became of it",
    files: "what a deleted workspace kept goes with it",
    people: "a workspace changes hands between its members",
    runs: "closing a workspace stops its runs",
    session: "makes a further workspace",
    tokens: "whom their organisation keeps out has no tokens",
  },
};

/** What foundations ask of each other. */
export const betweenFoundations: Edges = {
  activity: { principals: "whose the log is" },
  contract: {
    principals: "whose the contract is",
    "run-records": "shows which runs used the quota",
  },
  "run-records": { principals: "who began a run" },
};
