import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { BulkProblem, DomainAct } from "@sekimori/karte-contract/words";

/** Acts on many domains, as their buttons have them. */
export const bulkWords: Readonly<Record<DomainAct, MessageDescriptor>> = {
  "add-to-group": msg`Add to a group`,
  "remove-from-group": msg`Remove from a group`,
  "add-labels": msg`Add labels`,
  "remove-labels": msg`Remove labels`,
  label: msg`Change the labels`,
  schedule: msg`Schedule`,
  responsible: msg`Responsible person`,
  diagnose: msg({ message: "Scan", context: "button" }),
  delete: msg`Delete`,
};

/** Why domains were left out, by the error's type. */
export const skippedWords: Readonly<Record<string, MessageDescriptor>> = {
  ProofMissing: msg`ownership not verified`,
  ConsentMissing: msg`no scan consent`,
  PlanLimit: msg`over plan limit`,
  AlreadyRunning: msg`scan in progress`,
  TooManyLabels: msg`too many labels`,
  OutOfSight: msg`outside of this person's groups`,
};

/** Why an act stopped before its end. */
export const bulkProblemWords: Readonly<Record<BulkProblem, MessageDescriptor>> = {
  NotAllowed: msg`The person who started it no longer has permission.`,
  NotFound: msg`The group or person is no longer in this workspace.`,
  PlanLimit: msg`Your plan no longer includes this.`,
  QuotaSpent: msg`No manual scans are left this month.`,
  CannotUndo: msg`A domain was added again, or the group was deleted, in the meantime.`,
  fault: msg`Something went wrong on our side. Try again in a few minutes.`,
};
