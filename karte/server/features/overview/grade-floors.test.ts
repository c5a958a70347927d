import { gradeOf } from "@sekimori/diagnosis/grades";
import { gradeFloors } from "@sekimori/karte-contract/grade-floors";
import { expect, test } from "vitest";

test("the grades' bounds in charts are the engine's", () => {
  for (let score = 0; score <= 100; score += 1) {
    const [grade] = gradeFloors.find(([, floor]) => score >= floor) ?? [];
    expect(grade, String(score)).toBe(gradeOf(score));
  }
});
