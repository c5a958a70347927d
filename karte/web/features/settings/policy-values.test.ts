import type { PolicyView } from "@sekimori/karte-contract/endpoints/policies";
import { expect, test } from "vitest";
import { valuesOf } from "./policy-values.ts";

const there = [{ id: "a", name: "花子", email: "a@example.jp" }];

const policy: PolicyView = {
  ...{ id: "p", name: "Mail", query: "check:mail-*", enabled: true, tried: true },
  ...{ acted: 0, actedAt: null, held: 0, missing: [] },
  acts: {
    ...{ severity: null, owner: "a", label: "mail", ticket: "t" },
    alert: { people: ["a", "gone"], webhook: false },
  },
};

test("the dialog of a policy keeps nobody and nothing that it does not show", () => {
  expect(valuesOf(policy, there, undefined)).toMatchObject({
    ...{ owner: "a", people: "a", ticket: "t", label: "mail" },
  });
  const missing: PolicyView = { ...policy, missing: ["owner", "people", "ticket"] };
  expect(valuesOf(missing, [], undefined)).toMatchObject({ owner: "", people: "", ticket: "" });
});

test("a new policy begins with what a list shows", () => {
  const draft = { name: "Mine", query: "label:shop" };
  expect(valuesOf(undefined, there, draft)).toMatchObject({ ...draft, owner: "", people: "" });
});
