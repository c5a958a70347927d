/** The words of karte's data, as the API spells them. Order is rank where there is one. */

export const grades = ["A", "B", "C", "D", "E"] as const;
export type Grade = (typeof grades)[number];

/** Worst first. */
export const severities = ["critical", "high", "medium", "low", "info"] as const;
export type Severity = (typeof severities)[number];

export const categories = ["dns", "mail", "tls", "http", "ports"] as const;
export type Category = (typeof categories)[number];

/** Where a finding stands in its life; `finding-life.ts` has the transitions. */
export const findingStates = ["new", "open", "accepted", "fixed", "gone"] as const;
export type FindingState = (typeof findingStates)[number];

/** Why a finding is accepted. */
export const acceptanceReasons = [
  "compensated",
  "not-ours",
  "not-reproducible",
  "risk-taken",
] as const;
export type AcceptanceReason = (typeof acceptanceReasons)[number];

/** `none` never proved, `lapsed` proved once and not found since. */
export const proofStates = ["none", "proved", "lapsed"] as const;
export type ProofState = (typeof proofStates)[number];

export const proofMethods = ["dns-txt", "file", "meta"] as const;
export type ProofMethod = (typeof proofMethods)[number];

export const schedules = ["none", "daily", "weekly", "monthly"] as const;
export type Schedule = (typeof schedules)[number];

/** `silent`: no sign of life from the worker for a while; another takes the run up. */
export const runStates = [
  "queued",
  "running",
  "silent",
  "finished",
  "cancelled",
  "refused",
  "failed",
] as const;
export type RunState = (typeof runStates)[number];

/** A run that has not come to its end. */
export const runStatesUnderWay = ["queued", "running", "silent"] as const satisfies RunState[];

/** Whether a run has not come to its end. */
export const isUnderWay = (state: RunState): boolean =>
  runStatesUnderWay.some((underWay) => underWay === state);

/** Who asked: `recheck` looks at one finding only and costs nothing. */
export const runKinds = ["manual", "scheduled", "recheck"] as const;
export type RunKind = (typeof runKinds)[number];

export const runPhases = ["waiting", "proof", "examining", "storing", "done"] as const;
export type RunPhase = (typeof runPhases)[number];

export const assetTypes = ["domain", "host", "ip", "service"] as const;
export type AssetType = (typeof assetTypes)[number];

export const assetStates = [
  "candidate",
  "approved",
  "dependency",
  "monitor-only",
  "ignored",
  "not-ours",
] as const;
export type AssetState = (typeof assetStates)[number];

/** An asset that is not looked at any more: what hangs on it falls with it. */
export const droppedAssetStates = ["ignored", "not-ours"] as const satisfies AssetState[];

/** Whether what hangs on an asset falls with it. */
export const isDropped = (state: AssetState): boolean =>
  droppedAssetStates.some((dropped) => dropped === state);

/** What can be done to many domains at once. */
export const domainActs = [
  "add-to-group",
  "remove-from-group",
  "add-labels",
  "remove-labels",
  "label",
  "schedule",
  "responsible",
  "diagnose",
  "delete",
] as const;
export type DomainAct = (typeof domainActs)[number];

/** How far an act on many domains is. */
export const bulkStates = ["waiting", "working", "done", "failed", "undoing", "undone"] as const;

/** Why one stopped before its end. `fault`: something of ours. */
export const bulkProblems = [
  "NotAllowed",
  "NotFound",
  "PlanLimit",
  "QuotaSpent",
  "CannotUndo",
  "fault",
] as const;
export type BulkProblem = (typeof bulkProblems)[number];

/** Columns of a file of domains; only the name is required. The template has them in this order. */
export const importColumns = ["name", "groups", "label"] as const;

export const reportForms = ["pdf", "csv", "json"] as const;
export type ReportForm = (typeof reportForms)[number];

/** Of an invoice, as the portal tells it; one that was given up can still be paid. */
export const invoiceStates = ["open", "paid", "void", "uncollectible"] as const;

export const reportStates = ["waiting", "making", "ready", "failed"] as const;
export type ReportState = (typeof reportStates)[number];

/** A report that is asked for and not there yet. */
export const reportStatesUnderWay = ["waiting", "making"] as const satisfies ReportState[];

/** Why a report could not be made. */
export const reportProblems = ["too-large", "store-full", "not-allowed", "fault"] as const;
export type ReportProblem = (typeof reportProblems)[number];

/** What rules tell people of; the same words are the types of webhook events. */
export const alertKinds = [
  "finding.new",
  "grade.fell",
  "certificate.ends",
  "asset.new",
  "proof.lost",
  "acceptance.ends",
  "finding.assigned",
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What every member is told who has not said otherwise; a rule adds to it. */
export const defaultAlertKinds = [
  "finding.new",
  "grade.fell",
  "certificate.ends",
  "proof.lost",
] as const satisfies AlertKind[];

/** What became of something that a person offered. No rule asks for it: it is told to them alone. */
export const offerOutcomes = ["offer.accepted", "offer.declined", "offer.expired"] as const;
export type OfferOutcome = (typeof offerOutcomes)[number];

/** What a bell has. */
export const bellKinds = [...alertKinds, ...offerOutcomes, "policy.ended"] as const;
export type BellKind = (typeof bellKinds)[number];

/** In which direction a policy changes severities. */
export const policySeverityActs = ["raise", "lower"] as const;

/** In which form an address is told of events. */
export const webhookForms = ["standard", "slack", "teams", "google-chat", "line-works"] as const;

/** Ticket systems that a workspace can connect. */
export const ticketKinds = ["backlog", "github", "jira", "servicenow"] as const;
export type TicketKind = (typeof ticketKinds)[number];

/** What a connection has beside address, project and key: the name that signs in with the key, and a type of ticket. */
export const ticketFields: Readonly<Record<TicketKind, readonly ("user" | "issueType")[]>> = {
  backlog: ["issueType"],
  github: [],
  jira: ["user", "issueType"],
  servicenow: ["user"],
};

/**
 * What is known of a ticket. Only a check makes it "verified"; "said-done" is what somebody says in the ticket
 * system, and asks for a check. "failed" could not be made; "gone" is not there any more, or can't be reopened.
 */
export const ticketStates = [
  "waiting",
  "open",
  "in-work",
  "said-done",
  "verified",
  "failed",
  "gone",
] as const;
export type TicketState = (typeof ticketStates)[number];

/** Why a ticket system did not do what it was asked. */
export const ticketProblems = [
  "address",
  "unreachable",
  "timeout",
  "sign-in",
  "project",
  "issue-type",
  "busy",
  "refused",
  "workflow",
  "answer",
] as const;
export type TicketProblem = (typeof ticketProblems)[number];

/** Why what is said to be done could not be looked at again yet. */
export const recheckObstacles = [
  "RecheckSpent",
  "ProofMissing",
  "ConsentMissing",
  "PlanLimit",
] as const;
export type RecheckObstacle = (typeof recheckObstacles)[number];

/** Ways to write characters as bytes; Shift_JIS as Windows knows it (CP932). The guess is in this order. */
export const importEncodings = ["utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp"] as const;
export type ImportEncoding = (typeof importEncodings)[number];
