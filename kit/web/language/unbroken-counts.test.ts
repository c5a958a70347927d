import { expect, test } from "vitest";
import { unbrokenCounts } from "./unbroken-counts.ts";

test.each([
  ["1か月ごとに、3か月前", "1\u2060か\u2060月ごとに、3\u2060か\u2060月前"],
  ["毎月5回まで、10日以内", "毎月5\u2060回まで、10\u2060日以内"],
  ["年14.6%", "年14.6\u2060%"],
  ["2026年12月25日まで", "2026\u2060年\u206012\u2060月\u206025\u2060日まで"],
  ["11月3日と12月", "11\u2060月\u20603\u2060日と12\u2060月"],
  ["3件、ユーザー1名", "3\u2060件、ユ\u2060ー\u2060ザ\u2060ー\u20601\u2060名"],
  ["いつから月末か", "いつから月末か"],
  ["1 month", "1 month"],
])("%j is kept as %j", (text, kept) => {
  expect(unbrokenCounts(text)).toBe(kept);
});
