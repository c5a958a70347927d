import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";
import { expect, test } from "vitest";
import { presentScore } from "./present-score.ts";

const at = "2026-11-01T00:00:00.000Z";
const good: GradePoint = { at, score: 91, grade: "A", scoreVersion: "2" };
const none: GradePoint = { at, score: null, grade: null, scoreVersion: "2" };

test.for<[string, GradePoint[], ReturnType<typeof presentScore>]>([
  ["no history", [], undefined],
  ["one scan", [good], { score: 91, grade: "A" }],
  ["a scan without a score before it", [none, good], { score: 91, grade: "A" }],
  ["a scan without a score after it", [good, none], undefined],
  ["no score ever", [none], undefined],
  ["a score of nothing", [{ ...good, score: 0, grade: "E" }], { score: 0, grade: "E" }],
])("the present score of %s", ([, history, wanted]) => {
  expect(presentScore(history)).toEqual(wanted);
});
