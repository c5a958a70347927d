import type { Severity, TicketKind, TicketProblem } from "@sekimori/karte-contract/words";

/** What a workspace says of a ticket system of its own. */
export interface TicketConnection {
  readonly kind: TicketKind;
  readonly origin: string;
  readonly project: string;
  readonly issueType: string | null;
  /** Who signs in with the secret, where that is said; Jira's and ServiceNow's. */
  readonly user: string | null;
  readonly secret: string;
}

/** What the ticket system answered to that; kept, so that it isn't asked each time. */
export interface TicketPlace {
  /** As it writes the project. */
  readonly project: string;
  readonly issueType: string | null;
  /** As whom the key signs in; whose tickets ours are. */
  readonly author: string;
  /** The system's own ids of these. */
  readonly ids: Readonly<Record<string, number | string>>;
}

/** The text of a ticket, in plain words: each system writes it in its own form. */
export interface TicketText {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly remedy: { readonly name: string; readonly text: string };
  readonly link: string;
  readonly severity: Severity;
  /** A day in Tokyo. */
  readonly dueOn: string | null;
}

export interface RemoteTicket {
  readonly id: string;
  /** As people name it. */
  readonly key: string;
  readonly url: string;
  readonly state: "open" | "in-work" | "done";
}

/** One project of one ticket system. Every call may throw TicketFailure. */
export interface TicketClient {
  /** Makes a ticket with a line that has the mark. Two calls make two: look for the mark first. */
  create(text: TicketText, mark: string): Promise<RemoteTicket>;
  /** The ticket of ours that has the mark, among those made since then. */
  find(mark: string, since: Date): Promise<RemoteTicket | undefined>;
  /** Undefined where it is not there any more. */
  read(id: string): Promise<RemoteTicket | undefined>;
  /** Tickets of the project that changed since then, by whomever. */
  changedSince(since: Date): Promise<readonly RemoteTicket[]>;
  /**
   * Closes or reopens a ticket, with a comment that stands there once, however often it is called.
   *
   * @throws TicketFailure "workflow" where the system's rules lead nowhere; "project" where it is not there, or
   * so closed that nothing reopens it.
   */
  move(id: string, to: "closed" | "open", comment: string, mark: string): Promise<RemoteTicket>;
}

export interface TicketSystems {
  /** Asks who we are there and for the project. @throws TicketFailure. */
  look(connection: TicketConnection): Promise<TicketPlace>;
  client(connection: TicketConnection, place: TicketPlace): TicketClient;
}

/** A ticket system did not do what it was asked. The message never has an address or a key. */
export class TicketFailure extends Error {
  override readonly name = "TicketFailure";
  readonly problem: TicketProblem;
  readonly status: number | null;
  /** How long it asks us to wait, in milliseconds. */
  readonly retryAfterMs: number;
  /** Whether it may have done it all the same. */
  readonly isUnknown: boolean;

  constructor(
    problem: TicketProblem,
    more: {
      readonly status?: number | null;
      readonly retryAfterMs?: number;
      readonly isUnknown?: boolean;
    } = {},
  ) {
    super(`${problem}${more.status ? ` (${more.status})` : ""}`);
    this.problem = problem;
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? 0;
    this.isUnknown = more.isUnknown ?? false;
  }
}
