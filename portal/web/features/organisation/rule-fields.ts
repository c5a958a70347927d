import { ruleNetworksMost, ruleSessionHoursMost } from "@sekimori/portal-contract/constants";
import type { RuleKind, SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { networkSchema } from "@sekimori/portal-contract/networks";
import { strengths } from "./rule-words.ts";

/** What is typed of a rule. */
export interface TypedRule {
  readonly strength: string;
  readonly networks: string;
  readonly hours: string;
}

/** What is wrong with the field that says what a rule asks for. */
export interface RuleIssue {
  readonly name: "strength" | "networks" | "hours";
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The networks as they were typed: one for each line, or with commas or spaces between. */
function readNetworks(text: string): { rule: SignInRule } | { issue: RuleIssue } {
  const name = "networks";
  const networks = [
    ...new Set(
      text
        .normalize("NFKC")
        .split(/[\s,、]+/)
        .filter(Boolean),
    ),
  ];
  if (networks.length === 0) return { issue: { name, code: "required" } };
  if (networks.length > ruleNetworksMost) {
    const params = { most: ruleNetworksMost };
    return { issue: { name, code: "networks_too_many", params } };
  }
  const line = networks.find((network) => !networkSchema.safeParse(network).success);
  if (line !== undefined) return { issue: { name, code: "network_wrong", params: { line } } };
  return { rule: { kind: "networks", networks } };
}

/** The rule of a kind as a form has it, or what is wrong with it. */
export function readRule(
  kind: RuleKind,
  values: TypedRule,
): { readonly rule: SignInRule } | { readonly issue: RuleIssue } {
  if (kind === "networks") return readNetworks(values.networks);
  if (kind === "session-length") {
    const hours = Number(values.hours);
    const isGood = Number.isInteger(hours) && hours >= 1 && hours <= ruleSessionHoursMost;
    return isGood ? { rule: { kind, hours } } : { issue: { name: "hours", code: "required" } };
  }
  if (kind !== "second-factor") return { rule: { kind } };
  const strength = strengths.find((one) => one === values.strength);
  return strength
    ? { rule: { kind, strength } }
    : { issue: { name: "strength", code: "required" } };
}
