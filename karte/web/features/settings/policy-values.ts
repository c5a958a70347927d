import type { PolicyView } from "@sekimori/karte-contract/endpoints/policies";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";

/** The acts as flat fields; empty is not done. */
export type Values = {
  name: string;
  query: string;
  severity: string;
  until: string;
  reason: string;
  owner: string;
  label: string;
  people: string;
  webhook: boolean;
  ticket: string;
};

/** What a list shows. */
export interface PolicyDraft {
  readonly name: string;
  readonly query: string;
}

export type Colleague = { readonly id: string; readonly name: string; readonly email: string };

/** Where a lowered severity ends unless another day is chosen. */
const usualDays = 90;
export const dayIn = (days: number) => tokyoDay(new Date(serverClock.now() + days * dayMs));

/** What is gone cannot be seen in the dialog, and is not kept by it. */
export const valuesOf = (
  policy: PolicyView | undefined,
  there: readonly Colleague[],
  draft: PolicyDraft | undefined,
): Values => {
  const {
    severity = null,
    owner = null,
    label = null,
    alert = null,
    ticket = null,
  } = policy?.acts ?? {};
  const isMissing = (what: PolicyView["missing"][number]) =>
    policy?.missing.includes(what) ?? false;
  return {
    name: policy?.name ?? draft?.name ?? "",
    query: policy?.query ?? draft?.query ?? "",
    severity: severity ? `${severity.how}:${severity.to}` : "",
    until: severity?.until ?? dayIn(usualDays),
    reason: severity?.reason ?? "",
    owner: isMissing("owner") ? "" : (owner ?? ""),
    label: label ?? "",
    people: (alert?.people ?? []).filter((id) => there.some((one) => one.id === id)).join(","),
    webhook: alert?.webhook ?? false,
    ticket: isMissing("ticket") ? "" : (ticket ?? ""),
  };
};
