import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  RecheckObstacle,
  TicketKind,
  TicketProblem,
  TicketState,
} from "@sekimori/karte-contract/words";
import type { BadgeTone } from "@sekimori/kit-web/primitives/badge";

/** Ticket systems; the names of products. */
export const ticketKindNames: Readonly<Record<TicketKind, string>> = {
  backlog: "Backlog",
  github: "GitHub",
  jira: "Jira",
  servicenow: "ServiceNow",
};

export const ticketStateWords: Readonly<Record<TicketState, MessageDescriptor>> = {
  waiting: msg({ message: "Being created", context: "ticket" }),
  open: msg({ message: "Open", context: "ticket" }),
  "in-work": msg({ message: "In progress", context: "ticket" }),
  "said-done": msg({ message: "Marked as done, waiting for a recheck", context: "ticket" }),
  verified: msg({ message: "Fixed, confirmed by a scan", context: "ticket" }),
  failed: msg({ message: "Not created", context: "ticket" }),
  gone: msg({ message: "Deleted there, or can't be reopened", context: "ticket" }),
};

export const ticketStateTones: Readonly<Record<TicketState, BadgeTone>> = {
  waiting: "neutral",
  open: "key",
  "in-work": "key",
  "said-done": "warning",
  verified: "success",
  failed: "danger",
  gone: "neutral",
};

/** What came back, in a sentence. */
export const ticketProblemWords: Readonly<Record<TicketProblem, MessageDescriptor>> = {
  address: msg`We can't reach this URL. It must start with https:// and be reachable from the internet.`,
  unreachable: msg`The ticket system didn't answer. We'll keep trying.`,
  timeout: msg`The ticket system took too long to answer. We'll keep trying.`,
  "sign-in": msg`The ticket system didn't accept the key, or the key may not do this.`,
  project: msg`The ticket system has no such project, or the key can't see it.`,
  "issue-type": msg`The project has no such issue type.`,
  busy: msg`The ticket system asks us to wait. We'll try again.`,
  refused: msg`The ticket system refused the ticket.`,
  workflow: msg`The ticket system's workflow has no way to close the ticket from its present status.`,
  answer: msg`The ticket system gave an answer that we don't understand. Check the URL.`,
};

export const recheckObstacleWords: Readonly<Record<RecheckObstacle, MessageDescriptor>> = {
  RecheckSpent: msg`Today's rechecks are used up. We'll try again tomorrow, or the next scan will tell.`,
  ProofMissing: msg`We can't recheck until the domain's ownership is verified.`,
  ConsentMissing: msg`We can't recheck until somebody agrees to scans of this domain.`,
  PlanLimit: msg`We can't recheck because the domain is over your plan's limit.`,
};
