import type { HttpResponse } from "../../../net/clients.ts";
import { elementsOf } from "../../page/elements.ts";

/** Policies that are read; no real page carries more. */
const MAX_POLICIES = 10;
const HEADER = "content-security-policy";

/** One enforced policy; `inPage` when a meta element set it, where some directives do not count. */
export interface Policy {
  readonly text: string;
  readonly inPage: boolean;
}

/**
 * Every policy that a browser enforces on a page: the header's, one per comma (CSP3 §2.2.2), and those of
 * meta elements in the head; in the body they count for nothing (HTML, `http-equiv`, "Content security
 * policy state").
 */
export function enforcedPolicies(page: HttpResponse): readonly Policy[] {
  const headers = page.headerValues(HEADER).flatMap((value) => value.split(","));
  const metas = elementsOf(page)
    .filter(({ name, attributes, inHead }) => {
      return name === "meta" && inHead && attributes["http-equiv"]?.toLowerCase() === HEADER;
    })
    .map(({ attributes }) => attributes.content ?? "");
  return [
    ...headers.map((text) => ({ text: text.trim(), inPage: false })),
    ...metas.map((text) => ({ text: text.trim(), inPage: true })),
  ]
    .filter(({ text }) => text !== "")
    .slice(0, MAX_POLICIES);
}

/** Sources of a directive, lower case; null when the policy lacks it. The first of its name counts. */
export function directive(policy: Policy, name: string): readonly string[] | null {
  for (const part of policy.text.split(";")) {
    const [key, ...values] = part.trim().split(/\s+/);
    if (key?.toLowerCase() === name) return values.map((value) => value.toLowerCase());
  }
  return null;
}

/** A sandbox without scripts; one that a meta element sets counts for nothing. */
export function runsNothing(policy: Policy): boolean {
  const allowed = policy.inPage ? null : directive(policy, "sandbox");
  return allowed !== null && !allowed.includes("allow-scripts");
}
