import type { RefusalView } from "@sekimori/console-contract/endpoints/integration/refusals";
import { expect, test } from "vitest";
import { type Loaded, withLatest } from "./with-latest.ts";

const part = (ids: readonly number[], next: string | null = null) => ({
  refusals: ids.map((id) => ({ id: String(id) }) as RefusalView),
  next,
});
const loaded = { pages: [part([10, 9], "9"), part([8, 7])], pageParams: ["", "9"] };
const idsOf = ({ pages }: Loaded) =>
  pages.map(({ refusals }) => refusals.map(({ id }) => Number(id)));

test.each([
  [
    "nothing new",
    part([10, 9], "9"),
    [
      [10, 9],
      [8, 7],
    ],
  ],
  [
    "something new",
    part([12, 11, 10], "10"),
    [
      [12, 11, 10, 9],
      [8, 7],
    ],
  ],
  [
    "numbers that are longer",
    part([100, 10], "10"),
    [
      [100, 10, 9],
      [8, 7],
    ],
  ],
  ["so much that a gap would be left", part([14, 13, 12], "12"), [[14, 13, 12]]],
  [
    "nothing at all any more",
    part([]),
    [
      [10, 9],
      [8, 7],
    ],
  ],
])("%s", (_, latest, expected) => {
  expect(idsOf(withLatest(loaded, latest))).toEqual(expected);
});

test("into an empty list comes what there is", () => {
  const empty = { pages: [part([])], pageParams: [""] };
  expect(idsOf(withLatest(empty, part([2, 1])))).toEqual([[2, 1]]);
});
