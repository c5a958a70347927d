import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { BellKind } from "@sekimori/karte-contract/words";

/** What alerts are about. */
export const alertWords: Readonly<Record<BellKind, MessageDescriptor>> = {
  "finding.new": msg`New critical or high finding`,
  "grade.fell": msg`Grade dropped`,
  "certificate.ends": msg`Certificate expires soon`,
  "asset.new": msg`New asset or port`,
  "proof.lost": msg`Ownership no longer verified`,
  "acceptance.ends": msg`Risk acceptance expires soon`,
  "finding.assigned": msg`Finding assigned`,
  "policy.ended": msg`Lowered severity ended`,
  "offer.accepted": msg`Your request was accepted`,
  "offer.declined": msg`Your request was declined`,
  "offer.expired": msg`Your request expired without a response`,
};
