import type { AcceptanceReason, FindingState, Severity } from "./words.ts";
import { severities } from "./words.ts";

/** A finding as far as its life goes. Moments are milliseconds since 1970. */
export interface FindingLife {
  readonly state: FindingState;
  readonly severity: Severity;
  /** Changes whenever what the check saw changes; an acceptance ends then. */
  readonly evidence: string;
  /** Set while the last look could not decide; cleared by any look that could. */
  readonly unconfirmedSince: number | null;
  /** Set only while accepted. */
  readonly acceptance: Acceptance | null;
  /** How often it came back after it had been closed. */
  readonly reopened: number;
}

export interface Acceptance {
  readonly reason: AcceptanceReason;
  readonly until: number;
}

/** What can happen to a finding, by whoever: a run, a person or the clock. */
export type LifeEvent =
  | { readonly kind: "seen"; readonly severity: Severity; readonly evidence: string }
  /** The same check was completed on the same asset and did not report it. */
  | { readonly kind: "not-reported" }
  /** The check did not come to an end, or the asset could not be reached. */
  | { readonly kind: "undecided" }
  /** The asset is no longer there, or is no longer looked at. */
  | { readonly kind: "asset-gone" }
  | { readonly kind: "opened" }
  | { readonly kind: "accepted"; readonly reason: AcceptanceReason; readonly until: number }
  | { readonly kind: "acceptance-withdrawn" }
  /** Time has passed. */
  | { readonly kind: "tick" };

/** Why a state changed; the history tells it. */
export type LifeReason =
  | "seen-again"
  | "seen-first"
  | "worked-on"
  | "check-passed"
  | "asset-gone"
  | "accepted"
  | "acceptance-withdrawn"
  | "acceptance-ended"
  | "acceptance-ended-severity"
  | "acceptance-ended-evidence"
  | "could-not-look"
  | "looked-again";

export interface Transition {
  readonly life: FindingLife;
  /** Null when nothing worth telling happened. */
  readonly reason: LifeReason | null;
}

/** Closed states: the finding counts no more until it is seen again. */
export function isClosed(state: FindingState): boolean {
  return state === "fixed" || state === "gone";
}

/** Whether a finding counts among the open ones: for lists, grades and "what first". */
export function isOpen(state: FindingState): boolean {
  return state === "new" || state === "open";
}

/** A finding that was reported for the first time. */
export function born(severity: Severity, evidence: string): FindingLife {
  return {
    state: "new",
    severity,
    evidence,
    unconfirmedSince: null,
    acceptance: null,
    reopened: 0,
  };
}

const isWorse = (left: Severity, right: Severity) =>
  severities.indexOf(left) < severities.indexOf(right);

function seen(life: FindingLife, event: { severity: Severity; evidence: string }): Transition {
  const next = { ...life, ...event, unconfirmedSince: null };
  if (isClosed(life.state)) {
    return {
      life: { ...next, state: "open", acceptance: null, reopened: life.reopened + 1 },
      reason: "seen-again",
    };
  }
  if (life.state === "accepted") {
    const opened = { ...next, state: "open" as const, acceptance: null };
    if (isWorse(event.severity, life.severity)) {
      return { life: opened, reason: "acceptance-ended-severity" };
    }
    if (event.evidence !== life.evidence) {
      return { life: opened, reason: "acceptance-ended-evidence" };
    }
  }
  // Seen twice is no news any more.
  const state = life.state === "new" ? "open" : life.state;
  return {
    life: { ...next, state },
    reason: life.unconfirmedSince === null ? null : "looked-again",
  };
}

function closed(life: FindingLife, state: "fixed" | "gone", reason: LifeReason): Transition {
  if (isClosed(life.state)) return { life, reason: null };
  return { life: { ...life, state, acceptance: null, unconfirmedSince: null }, reason };
}

/**
 * The one transition function of a finding, for screen, API and worker alike. Not seen is not
 * fixed: only a completed check on the same asset closes it as fixed, and a vanished asset as gone.
 *
 * @param now milliseconds since 1970
 * @returns undefined when the state does not allow what a person asked for
 */
export function transition(
  life: FindingLife,
  event: LifeEvent,
  now: number,
): Transition | undefined {
  switch (event.kind) {
    case "seen":
      return seen(life, { severity: event.severity, evidence: event.evidence });
    case "not-reported":
      return closed(life, "fixed", "check-passed");
    case "asset-gone":
      return closed(life, "gone", "asset-gone");
    case "undecided":
      if (isClosed(life.state) || life.unconfirmedSince !== null) return { life, reason: null };
      return { life: { ...life, unconfirmedSince: now }, reason: "could-not-look" };
    case "opened":
      if (life.state !== "new") return undefined;
      return { life: { ...life, state: "open" }, reason: "worked-on" };
    case "accepted":
      if (isClosed(life.state) || event.until <= now) return undefined;
      return {
        life: {
          ...life,
          state: "accepted",
          acceptance: { reason: event.reason, until: event.until },
        },
        reason: "accepted",
      };
    case "acceptance-withdrawn":
      if (life.state !== "accepted") return undefined;
      return { life: { ...life, state: "open", acceptance: null }, reason: "acceptance-withdrawn" };
    case "tick":
      if (life.acceptance === null || life.acceptance.until > now) return { life, reason: null };
      return { life: { ...life, state: "open", acceptance: null }, reason: "acceptance-ended" };
  }
}
