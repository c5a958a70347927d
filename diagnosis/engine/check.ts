import type { Cause } from "./cause.ts";
import type { CheckContext, Target } from "./context.ts";
import type { Cap, Category, Fact, Place, Severity, State } from "./finding.ts";
import type { LocalText } from "./text.ts";

/** Where a rule comes from: a standard's section or a published guide. */
export interface Source {
  /** For example "RFC 6797 §6.1.1". */
  readonly title: string;
  readonly url: string;
}

/** One line of a check's severity rule. */
export interface Outcome {
  readonly state: Exclude<State, "not-applicable" | "inconclusive">;
  /** null exactly when the state is pass. */
  readonly severity: Severity | null;
  /** What was seen, filled from the observation's facts: `{hsts.maxAge}`. */
  readonly text: LocalText;
  readonly cap?: Cap;
  /** Points for doing better than asked; counted only in a category that has 90 already. */
  readonly bonus?: number;
}

interface ObservationBase {
  readonly facts?: readonly Fact[];
  /** Tells several observations of one check and outcome apart (a cookie, a server, a path). */
  readonly subject?: string;
  /** Said in place of the outcome's sentence, where data bring one of their own (`templates/`). */
  readonly text?: LocalText;
  /** Limits the grade in place of the outcome's: what another check found brings its own. */
  readonly cap?: Cap | null;
  /** Defaults to the target's host (and, for address checks, its address). */
  readonly place?: Partial<Place>;
  /** True when only a version number speaks for it. */
  readonly unconfirmed?: boolean;
  /** What has to be mended, where it is another than the check's. */
  readonly cause?: Cause;
  /** Lower than the outcome's, where something else that was seen makes it weigh less. */
  readonly severity?: Severity;
}

/** What `run` hands back: an outcome of the table, or why there is none. */
export type Observation<K extends string = string> =
  | (ObservationBase & { readonly outcome: K })
  | (ObservationBase & {
      readonly outcome: "not-applicable" | "inconclusive";
      readonly reason: LocalText;
    });

/**
 * How often a check runs. `zone`: once, for the target when it is a registrable domain.
 * `host`: once per host. `address`: once for every address of a host (`context.target.address`);
 * the worst address wins in the score.
 */
export type Scope = "zone" | "host" | "address";

/** A term of the field that findings use, explained once for readers who are not of the field. */
export interface Term {
  /** As findings write it, in each language. */
  readonly term: LocalText;
  readonly meaning: LocalText;
}

/** Everything that is said of a check, in its texts file. */
export interface CheckTexts<K extends string = string> {
  readonly title: LocalText;
  /** What it looks at, in a sentence or two for its page. */
  readonly looksAt: LocalText;
  /** Why it matters, for a reader who is not an engineer. */
  readonly explanation: LocalText;
  /** What to do about it. */
  readonly remedy: LocalText;
  /** What was seen, for each outcome of its rule. */
  readonly outcomes: Readonly<Record<K, LocalText>>;
  /** What its facts are called; a fact of several checks is named by one of them. */
  readonly facts?: Readonly<Record<string, LocalText>>;
  /** The terms of the field that its readers meet here first. */
  readonly terms?: readonly Term[];
  readonly source: readonly Source[];
}

/** What decides, in a check's rule file. */
interface CheckRule<K extends string> {
  readonly id: string;
  readonly category: Category;
  readonly scope: Scope;
  readonly outcomes: Readonly<Record<K, Omit<Outcome, "text">>>;
  /** What has to be mended for whatever this check finds, where other checks see the same. */
  readonly cause?: (target: Target) => Cause;
  run(
    context: CheckContext,
  ): AsyncIterable<Observation<K>> | Promise<readonly Observation<K>[] | Observation<K>>;
}

/**
 * One check of the catalogue: its rule and its texts. Network failures need no handling: a `NetError` that
 * leaves `run` becomes one inconclusive finding. A check that yields nothing is an error of the check.
 */
export interface Check<K extends string = string>
  extends Omit<CheckRule<K>, "outcomes">,
    Omit<CheckTexts, "outcomes"> {
  readonly outcomes: Readonly<Record<K, Outcome>>;
}

/**
 * Joins what is said with what decides. Infers the outcome names of the rule, so that `run` can only report
 * what its table holds, and the texts have a sentence for each.
 */
export function defineCheck<const K extends string>(
  { outcomes: sentences, ...texts }: CheckTexts<NoInfer<K>>,
  { outcomes, ...rule }: CheckRule<K>,
): Check<K> {
  const said = Object.entries<Omit<Outcome, "text">>(outcomes).map(([name, outcome]) => [
    name,
    { ...outcome, text: sentences[name as K] },
  ]);
  return { ...texts, ...rule, outcomes: Object.fromEntries(said) };
}

/** The check has nothing to say about this target. */
export function notApplicable(reason: LocalText, facts: readonly Fact[] = []): Observation<never> {
  return { outcome: "not-applicable", reason, facts };
}

/** The target did not let the check see enough; never counted as pass. */
export function inconclusive(reason: LocalText, facts: readonly Fact[] = []): Observation<never> {
  return { outcome: "inconclusive", reason, facts };
}
