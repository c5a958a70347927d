import { expect, test } from "vitest";
import { offerKinds } from "./endpoints/workspaces.ts";
import {
  type Act,
  actOfChange,
  actOfInvitation,
  actOfOffer,
  actOfRemoval,
  acts,
  actsOf,
  canBeRestricted,
  keptByContractHolders,
  mayDo,
  needsStepUp,
  roles,
} from "./rights.ts";

/**
 * The table of rights, written out: v(iewer), m(ember), a(dmin), o(wner), + for an owner whom the
 * plan has no room for, and $ for a viewer who holds the contract.
 */
const table: Readonly<Record<Act, string>> = {
  see: "vmao+$",
  comment: "mao",
  assign: "mao",
  "make-tickets": "mao",
  "request-report": "mao",
  run: "mao",
  "manage-domains": "ao",
  prove: "ao",
  consent: "ao",
  schedule: "ao",
  "accept-finding": "ao",
  "manage-groups": "ao",
  "judge-assets": "ao",
  "manage-alerts": "ao",
  "manage-policies": "ao",
  "see-people": "ao+",
  "invite-people": "ao",
  "invite-admins": "ao",
  "manage-people": "ao",
  "manage-webhooks": "ao",
  "manage-ticket-systems": "ao",
  "manage-tokens": "ao",
  "see-activity": "ao+",
  "rename-workspace": "o",
  "manage-owners": "o",
  "appoint-owners": "o+",
  "resign-ownership": "o+",
  contract: "o+$",
  "transfer-ownership": "o+",
  "transfer-contract": "o+$",
  "accept-offers": "vmao+$",
  "close-workspace": "o+",
};

test.each(acts)("%s is allowed to exactly the roles of the table", (act) => {
  const allowed = roles.filter((role) => mayDo(role, act)).map((role) => role[0]);
  const kept = mayDo("owner", act, { isBeyondPlan: true }) ? "+" : "";
  const held = mayDo("viewer", act, { holdsContract: true }) ? "$" : "";
  expect(allowed.join("") + kept + held).toBe(table[act]);
});

test("what opens a way in or changes who owns and pays takes a recent sign-in", () => {
  expect(acts.filter(needsStepUp)).toEqual([
    "invite-admins",
    "manage-people",
    "manage-webhooks",
    "manage-ticket-systems",
    "manage-tokens",
    "appoint-owners",
    "resign-ownership",
    "manage-owners",
    "contract",
    "transfer-ownership",
    "transfer-contract",
    "accept-offers",
    "close-workspace",
  ]);
});

test("only viewers can be restricted to groups", () => {
  expect(roles.filter(canBeRestricted)).toEqual(["viewer"]);
});

test.each(roles)("%s may the same and, holding the contract, what its holders may", (role) => {
  for (const isBeyondPlan of [false, true]) {
    const held = actsOf(role, { isBeyondPlan, holdsContract: true });
    const without = actsOf(role, { isBeyondPlan });
    expect(new Set(held)).toEqual(new Set([...without, ...keptByContractHolders]));
  }
});

test("a higher role may do all that a lower one may", () => {
  for (const [index, role] of roles.entries()) {
    const below = roles[index - 1];
    if (below) expect(actsOf(role)).toEqual(expect.arrayContaining([...actsOf(below)]));
  }
});

test.each(roles.filter((role) => role !== "owner"))(
  "%s beyond the plan has a viewer's rights",
  (role) => expect(actsOf(role, { isBeyondPlan: true })).toEqual(actsOf("viewer")),
);

test.each([
  ["viewer", false, { role: "admin" }, "manage-people"],
  ["viewer", false, { groups: [] }, "manage-people"],
  ["viewer", false, { suspended: true }, "manage-people"],
  ["viewer", false, { role: "owner" }, "appoint-owners"],
  ["viewer", false, { role: "owner", groups: null }, "appoint-owners"],
  ["viewer", false, { role: "owner", groups: [] }, "manage-owners"],
  ["viewer", false, { role: "owner", suspended: false }, "manage-owners"],
  ["admin", true, { role: "viewer" }, "manage-people"],
  ["owner", false, { role: "viewer" }, "manage-owners"],
  ["owner", false, { suspended: true }, "manage-owners"],
  ["owner", true, { role: "viewer" }, "resign-ownership"],
  ["owner", true, { role: "viewer", groups: [] }, "resign-ownership"],
  ["owner", true, { role: "viewer", suspended: true }, "manage-owners"],
  ["owner", true, { suspended: true }, "manage-owners"],
] as const)("changing %s (you: %s) by %j takes %s", (role, you, wanted, act) => {
  expect(actOfChange({ role, you }, wanted)).toBe(act);
});

test.each([
  ["viewer", false, "manage-people"],
  ["admin", true, "manage-people"],
  ["owner", false, "manage-owners"],
  ["owner", true, "resign-ownership"],
] as const)("removing %s (you: %s) takes %s", (role, you, act) => {
  expect(actOfRemoval({ role, you })).toBe(act);
});

test("inviting owners and admins takes more than inviting others", () => {
  expect(roles.map(actOfInvitation)).toEqual([
    "invite-people",
    "invite-people",
    "invite-admins",
    "manage-owners",
  ]);
});

test("offering the contract and the ownership are two acts", () => {
  expect(offerKinds.map(actOfOffer)).toEqual(["transfer-ownership", "transfer-contract"]);
});
