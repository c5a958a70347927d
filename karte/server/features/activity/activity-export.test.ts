import {
  checkActivity,
  exportActivity,
  listActivity,
} from "@sekimori/karte-contract/endpoints/activity";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

test("whoever takes the log as a file is in it, with how many entries they took", async () => {
  const { owner, join } = await karte.workspace();
  await owner.browser.call(addDomain, { body: { name: "a.example.jp" } });
  const admin = await join("admin");
  const { text } = await admin.browser.call(exportActivity, {
    query: { action: "domain.added" },
  });
  expect(text).toContain("domain.added");
  expect(text).not.toContain("activity.exported");
  const { entries } = await owner.browser.call(listActivity, { query: {} });
  expect(entries[0]).toMatchObject({
    action: "activity.exported",
    by: { id: admin.id },
    detail: { count: 1 },
  });
  const next = await owner.browser.call(exportActivity, {
    query: { action: "activity.exported" },
  });
  expect(next.text).toContain("activity.exported");
  expect(await owner.browser.call(checkActivity, {})).toMatchObject({ brokenAt: null });
});

test("a member who may not see the log takes none, and writes none", async () => {
  const { owner, join } = await karte.workspace();
  const before = (await owner.browser.call(listActivity, { query: {} })).count.value;
  const member = await join("member");
  const refused = await member.browser.attempt(exportActivity, { query: {} });
  expect(refused.error().type).toBe("NotAllowed");
  const after = (await owner.browser.call(listActivity, { query: {} })).count.value;
  expect(after).toBe(before);
});
