import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { priorityVersion } from "@sekimori/karte-contract/priority";
import { prioritySentence } from "@sekimori/karte-contract/priority-sentence";
import {
  exploitationCode,
  exposureCode,
  findingStateCode,
  severityCode,
} from "../../database/codes.ts";
import { dayOf } from "../../database/moments.ts";
import { dueIn } from "./due-date.ts";

/** What a row stores of its place in the order of work. */
export interface PriorityRecord {
  readonly severity: number;
  readonly state: number;
  readonly exploitation: number;
  readonly exposure: number;
  readonly priority: number;
  readonly due_on: string;
}

/** How urgent a finding is and why, as screens, API, reports, mails and webhooks say it. */
export function priorityView(record: PriorityRecord, now: Date): FindingRow["priority"] {
  const factors = {
    severity: severityCode.word(record.severity),
    exploitation: exploitationCode.word(record.exploitation),
    exposure: exposureCode.words(record.exposure),
  };
  // Nothing waits for what is fixed or accepted.
  const waits = isOpen(findingStateCode.word(record.state));
  const due = waits ? dueIn(dayOf(record.due_on), now) : null;
  return {
    value: record.priority,
    version: priorityVersion,
    exploitation: factors.exploitation,
    exposure: factors.exposure,
    overdueWorkingDays: due?.kind === "overdue" ? due.workingDays : 0,
    sentence: prioritySentence(factors, due),
  };
}
