import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PlanId } from "@sekimori/portal-contract/plans";

export const planNames: Readonly<Record<PlanId, MessageDescriptor>> = {
  detailed: msg`Detailed diagnosis plan`,
  free: msg`Free plan`,
  security24: msg`Security 24 free trial`,
};
