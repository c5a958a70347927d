import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { reportDays } from "@sekimori/karte-contract/constants";
import type { ReportForm, ReportProblem, ReportState } from "@sekimori/karte-contract/words";
import type { PeriodChoice } from "./periods.ts";

type Words<Word extends string> = Readonly<Record<Word, MessageDescriptor>>;

export const formWords: Words<ReportForm> = {
  pdf: msg`PDF, to read and print`,
  csv: msg`CSV, one finding per row`,
  json: msg`JSON, for your tools`,
};

export const stateWords: Words<ReportState> = {
  waiting: msg`Waiting`,
  making: msg`In progress`,
  ready: msg`Ready`,
  failed: msg({ message: "Failed", context: "report" }),
};

export const problemWords: Words<ReportProblem> = {
  "too-large": msg`The report would be too large. Choose a group or a domain.`,
  "store-full": msg`Report storage is full. Reports are deleted after ${{ reportDays }} days.`,
  "not-allowed": msg`The person who requested this no longer has access to what it covers.`,
  fault: msg`We couldn't create the report. Request it again.`,
};

export const periodWords: Words<PeriodChoice> = {
  "last-30": msg`Last 30 days`,
  "last-90": msg`Last 90 days`,
  "this-month": msg`This month`,
  "last-month": msg`Last month`,
  other: msg`Custom dates`,
};
