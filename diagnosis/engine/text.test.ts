import { describe, expect, it } from "vitest";
import { fillText } from "./text.ts";

describe("fillText", () => {
  it.each([
    ["{n} of {list}", { n: 2, list: ["a", "b"] }, "2 of a、b", "2 of a, b"],
    [
      "until {at}",
      { at: "2026-11-26T12:55:43.000Z" },
      "until 2026/11/26 21:55",
      "until 2026/11/26 21:55 JST",
    ],
    [
      "until {at}",
      { at: "2026-12-31T15:05:00Z" },
      "until 2027/01/01 00:05",
      "until 2027/01/01 00:05 JST",
    ],
    [
      "on {day}, {text}",
      { day: "2026-11-26", text: "T12:55Z" },
      "on 2026-11-26, T12:55Z",
      "on 2026-11-26, T12:55Z",
    ],
    ["{missing}", {}, "{missing}", "{missing}"],
    ["known ({list}).", { list: [] }, "known.", "known."],
    ["known（{list}）。", { list: [] }, "known。", "known。"],
    ["known ({text}) so", { text: "" }, "known so", "known so"],
    ["says ({text})", { text: "phpinfo()" }, "says (phpinfo())", "says (phpinfo())"],
  ])("%s with %j", (template, values, ja, en) => {
    const text = { ja: template, en: template };
    expect(fillText(text, new Map(Object.entries(values)))).toEqual({ ja, en });
  });
});
