import { expect, test } from "vitest";
import { type Act, acts, actsOf, mayDo, mayManage, roles } from "./rights.ts";

/** The table of rights, written out: v(iewer), m(ember), a(dmin), o(wner). */
const table: Readonly<Record<Act, string>> = {
  see: "vmao",
  comment: "mao",
  assign: "mao",
  "request-report": "mao",
  run: "mao",
  "manage-domains": "ao",
  prove: "ao",
  consent: "ao",
  schedule: "ao",
  "accept-finding": "ao",
  "manage-groups": "ao",
  "judge-assets": "ao",
  "manage-people": "ao",
  "manage-webhooks": "ao",
  "manage-tokens": "ao",
  "see-activity": "ao",
  "manage-owners": "o",
  contract: "o",
  "transfer-workspace": "o",
  "close-workspace": "o",
};

test.each(acts)("%s is allowed to exactly the roles of the table", (act) => {
  const allowed = roles.filter((role) => mayDo(role, act)).map((role) => role[0]);
  expect(allowed.join("")).toBe(table[act]);
});

test("a higher role may do all that a lower one may", () => {
  for (const [index, role] of roles.entries()) {
    const below = roles[index - 1];
    if (below) expect(actsOf(role)).toEqual(expect.arrayContaining([...actsOf(below)]));
  }
});

test.each([
  ["admin", "viewer", true],
  ["admin", "admin", true],
  ["admin", "owner", false],
  ["owner", "owner", true],
  ["member", "viewer", false],
] as const)("%s managing %s: %s", (actor, target, expected) => {
  expect(mayManage(actor, target)).toBe(expected);
});
