import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import type { LifeReason } from "@sekimori/karte-contract/finding-life";

type Event = FindingPage["history"][number];

/** Why a finding is in the state that it is in. */
const reasonWords: Readonly<Record<LifeReason | "policy-ended", MessageDescriptor>> = {
  "seen-first": msg`A scan found it.`,
  "seen-again": msg`A scan found it again after it was closed.`,
  "worked-on": msg`Someone started to work on it.`,
  "check-passed": msg`The same check ran in the same place and no longer reports it.`,
  "asset-gone": msg`The asset is no longer there or no longer scanned.`,
  accepted: msg`Its risk was accepted.`,
  "acceptance-withdrawn": msg`The risk acceptance was withdrawn.`,
  "acceptance-ended": msg`The risk acceptance expired.`,
  "acceptance-ended-severity": msg`Its severity rose, which ended the risk acceptance.`,
  "acceptance-ended-evidence": msg`What the scan sees changed, which ended the risk acceptance.`,
  "could-not-look": msg`The scan couldn't check it, so its status stays.`,
  "policy-ended": msg`The policy no longer sets it. It's what the check says again.`,
  "looked-again": msg`The scan was able to check it again and still finds it.`,
};

/** Undefined for an event without a reason, and for one that this version has no words for. */
export const reasonOf = ({ reason }: Event): MessageDescriptor | undefined =>
  reason === null ? undefined : reasonWords[reason as keyof typeof reasonWords];

/** Why it is open or closed at present: of its changes of state the latest that has a reason. */
export function reasonNow(history: readonly Event[]): MessageDescriptor | undefined {
  const last = history.find((event) => event.kind === "state" && reasonOf(event) !== undefined);
  return last && reasonOf(last);
}
