import { describe, expect, test } from "vitest";
import {
  exploitationCode,
  exposureCode,
  findingStateCode,
  severityCode,
} from "../../database/codes.ts";
import { type PriorityRecord, priorityView } from "./priority-view.ts";

const now = new Date("2026-12-25T03:00:00Z");

const record = (state: Parameters<typeof findingStateCode.of>[0]): PriorityRecord => ({
  severity: severityCode.of("high"),
  state: findingStateCode.of(state),
  exploitation: exploitationCode.of("none"),
  exposure: exposureCode.of([]),
  priority: 50,
  due_on: "2026-11-24",
});

describe("what is said of a due day that has passed", () => {
  test.each(["new", "open"] as const)("%s: for how long, to the day", (state) => {
    const { overdueWorkingDays, sentence } = priorityView(record(state), now);
    expect(overdueWorkingDays).toBe(23);
    expect(sentence.en).toContain("overdue by 23 working days");
    expect(sentence.ja).toContain("期限を23営業日超過");
  });

  test.each(["fixed", "gone", "accepted"] as const)("%s: nothing, for nobody waits", (state) => {
    const { overdueWorkingDays, sentence } = priorityView(record(state), now);
    expect(overdueWorkingDays).toBe(0);
    expect(sentence.en).not.toContain("due");
    expect(sentence.ja).not.toContain("期限");
  });
});
