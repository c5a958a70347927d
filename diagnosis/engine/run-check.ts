import { NetError } from "../net/net-error.ts";
import type { Check, Observation } from "./check.ts";
import type { CheckContext } from "./context.ts";
import { spokenValue } from "./fact-values.ts";
import type { AtWorst, Fact, Finding, Place, Severity, State } from "./finding.ts";
import { CAP_GRADES } from "./grades.ts";
import { CHECK_FAILED, NET_REASONS } from "./reasons.ts";
import { fillText, type LocalText, type TextValue } from "./text.ts";

/** Findings of one check about one host. */
const MAX_FINDINGS = 100;
/** What a server said is kept in evidence only so far. */
const MAX_FACT_CHARS = 1_000;
const MAX_FACT_ITEMS = 100;

/** Told about anything a check threw that is not a network error. */
export type FaultListener = (check: string, error: unknown) => void;

/**
 * Runs one check to its end and turns what it reports into findings. Never throws: a network
 * error or a fault of the check becomes an inconclusive finding after those already reported.
 */
export async function* runCheck(
  check: Check,
  context: CheckContext,
  onFault?: FaultListener,
): AsyncGenerator<Finding> {
  let count = 0;
  try {
    const run = check.run(context);
    for await (const observation of run instanceof Promise ? listed(await run) : run) {
      count += 1;
      yield toFinding(check, context, observation);
      // A page may set ten thousand cookies; nobody reads ten thousand findings.
      if (count >= MAX_FINDINGS) break;
    }
    if (count === 0) throw new Error("the check reported nothing");
  } catch (error) {
    if (!(error instanceof NetError)) onFault?.(check.id, error);
    const reason = error instanceof NetError ? NET_REASONS[error.code] : CHECK_FAILED;
    const code = error instanceof NetError ? error.code : "fault";
    yield toFinding(check, context, {
      outcome: "inconclusive",
      reason,
      facts: [{ name: "reason", value: code }],
    });
  }
}

/** The finding of a check that was not run, and why. */
export function decideWithout(
  check: Check,
  context: CheckContext,
  without: { readonly state: "not-applicable" | "inconclusive"; readonly reason: LocalText },
): Finding {
  return toFinding(check, context, { outcome: without.state, reason: without.reason });
}

function listed(result: readonly Observation[] | Observation): readonly Observation[] {
  return "outcome" in result ? [result] : result;
}

function toFinding(check: Check, context: CheckContext, observation: Observation): Finding {
  const evidence = (observation.facts ?? []).map(bounded);
  const { target } = context;
  const own: Place =
    check.scope === "address" && target.address !== null
      ? { host: target.host, address: target.address }
      : { host: target.host };
  const place = { ...own, ...observation.place };
  const subject = observation.subject?.slice(0, MAX_FACT_CHARS) ?? null;
  const result = judge(check, observation);
  const values = new Map<string, TextValue | LocalText>(
    evidence.map((fact) => [fact.name, spokenValue(fact)]),
  );
  if (subject !== null) values.set("subject", subject);
  const cause = observation.cause ?? check.cause?.(target);
  return {
    key: [check.id, place.host, observation.outcome, subject ?? ""].join("|"),
    check: check.id,
    category: check.category,
    asset: `${target.isDomain ? "domain" : "host"}:${target.host}`,
    place,
    state: result.state,
    severity: milder(result.severity, observation.severity),
    outcome: observation.outcome,
    subject,
    summary: fillText(observation.text ?? result.text, values),
    evidence,
    unconfirmed: observation.unconfirmed ?? false,
    ...(cause === undefined ? {} : { cause }),
    ...(result.state === "inconclusive" ? { atWorst: worstOf(check) } : {}),
    cap: observation.cap === undefined ? (result.cap ?? null) : observation.cap,
    bonus: result.bonus ?? 0,
    observedAt: new Date(context.clock.now()).toISOString(),
  };
}

/** What a check that came to no result could have found. */
function worstOf({ outcomes }: Check): AtWorst {
  const bad = Object.values(outcomes).filter(({ state }) => state === "fail" || state === "warn");
  const [severity = null] = bad
    .map((outcome) => outcome.severity)
    .toSorted((left, right) => rankOf(right) - rankOf(left));
  const [cap = null] = bad
    .flatMap((outcome) => outcome.cap ?? [])
    .toSorted((left, right) => CAP_GRADES[right].localeCompare(CAP_GRADES[left]));
  return { severity, cap };
}

const rankOf = (severity: Severity | null) =>
  severity === null ? -1 : SEVERITIES.indexOf(severity);

const SEVERITIES: readonly Severity[] = ["info", "low", "medium", "high", "critical"];

/** An observation may weigh less than its outcome, never more. */
function milder(of: Severity | null, less: Severity = of ?? "info"): Severity | null {
  if (of === null) return null;
  return SEVERITIES.indexOf(less) < SEVERITIES.indexOf(of) ? less : of;
}

function bounded(fact: Fact): Fact {
  const { value } = fact;
  if (typeof value === "string") return { ...fact, value: value.slice(0, MAX_FACT_CHARS) };
  if (typeof value !== "object") return fact;
  const items = value.slice(0, MAX_FACT_ITEMS).map((item) => item.slice(0, MAX_FACT_CHARS));
  return { ...fact, value: items };
}

function judge(check: Check, observation: Observation) {
  if ("reason" in observation) {
    const state: State = observation.outcome === "inconclusive" ? "inconclusive" : "not-applicable";
    const text: LocalText = observation.reason;
    return { state, severity: null, text, cap: null, bonus: 0 };
  }
  const outcome = check.outcomes[observation.outcome];
  if (!outcome) throw new Error(`${check.id} has no outcome ${observation.outcome}`);
  return outcome;
}
