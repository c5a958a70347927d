import {
  candidateRelations,
  candidateStates,
  candidateStrengths,
} from "@sekimori/karte-contract/discovery";
import { offerKinds } from "@sekimori/karte-contract/endpoints/workspaces";
import { lists } from "@sekimori/karte-contract/lists";
import { type Exposure, exploitations, exposures } from "@sekimori/karte-contract/priority";
import { roles } from "@sekimori/karte-contract/rights";
import {
  acceptanceReasons,
  alertKinds,
  assetStates,
  assetTypes,
  bellKinds,
  categories,
  findingStates,
  grades,
  policySeverityActs,
  proofMethods,
  proofStates,
  type RunState,
  reportForms,
  reportStates,
  runKinds,
  runPhases,
  runStates,
  schedules,
  severities,
  ticketKinds,
  ticketStates,
} from "@sekimori/karte-contract/words";
import { type RawBuilder, sql } from "kysely";

/** The small numbers that stand for words in the tables. */
export interface Code<Word extends string> {
  of(word: Word): number;
  /** @throws Error for a number that stands for nothing. */
  word(code: number): Word;
  /** The numbers of some words as they stand in a statement, so that it can use partial indexes. */
  literals(...words: readonly Word[]): RawBuilder<number>;
}

function code<const Word extends string>(words: readonly Word[], first: number): Code<Word> {
  const of = (word: Word) => words.indexOf(word) + first;
  return {
    of,
    literals: (...some) => sql.join(some.map((word) => sql.lit(of(word)))),
    word(number) {
      const found = words[number - first];
      if (found === undefined) throw new Error(`No word for the code ${number}.`);
      return found;
    },
  };
}

export const roleCode = code(roles, 1);
export const offerCode = code(offerKinds, 1);
export const severityCode = code(severities, 1);
export const categoryCode = code(categories, 1);
export const findingStateCode = code(findingStates, 1);
export const acceptanceCode = code(acceptanceReasons, 1);
export const proofCode = code(proofStates, 0);
export const proofMethodCode = code(proofMethods, 1);
export const scheduleCode = code(schedules, 0);
export const policySeverityCode = code(policySeverityActs, 1);
export const ticketKindCode = code(ticketKinds, 1);
export const ticketStateCode = code(ticketStates, 1);
export const runKindCode = code(runKinds, 1);
export const runPhaseCode = code(runPhases, 1);
export const assetTypeCode = code(assetTypes, 1);
export const assetStateCode = code(assetStates, 1);
export const alertKindCode = code(alertKinds, 1);
/** The same numbers, and those of what no rule asks for. */
export const bellKindCode = code(bellKinds, 1);
export const exploitationCode = code(exploitations, 0);
export const listCode = code(lists, 1);
export const reportFormCode = code(reportForms, 1);
export const candidateStateCode = code(candidateStates, 1);
export const candidateStrengthCode = code(candidateStrengths, 1);
export const candidateRelationCode = code(candidateRelations, 1);
export const reportStateCode = code(reportStates, 1);
/** `silent` is no stored state: it is running without a sign of life. */
export const isStored = <State extends RunState>(state: State): state is Exclude<State, "silent"> =>
  state !== "silent";
export const runStateCode = code(runStates.filter(isStored), 1);

/** A domain without a grade, so that it sorts after all others. */
export const noGrade = 9;
const gradeCodes = code(grades, 1);

export const gradeCode = {
  of: (grade: (typeof grades)[number] | null) => (grade === null ? noGrade : gradeCodes.of(grade)),
  word: (number: number | null) =>
    number === null || number === noGrade ? null : gradeCodes.word(number),
};

/** Several of them as one number, a bit each. */
export const exposureCode = {
  of: (all: readonly Exposure[]) =>
    all.reduce((sum, one) => sum | (1 << exposures.indexOf(one)), 0),
  words: (bits: number) => exposures.filter((_one, index) => (bits & (1 << index)) !== 0),
};
