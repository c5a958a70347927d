import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../testing/test-karte.ts";
import { inScope, wholeWorkspace } from "./scope.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

test("a role that is given more while its connections are open serves no further workspace", async () => {
  const { owner, application, applicationRole: role } = karte.database;
  const workspace = await karte.workspace();
  const rows = () =>
    inScope(karte.context.db, wholeWorkspace(randomUUID()), async (tx) => {
      const { length } = await tx.selectFrom("karte.member").select("account_id").execute();
      return length;
    });
  const list = { url: "/v1/people" };
  expect([await rows(), (await workspace.owner.browser.request(list)).status]).toEqual([0, 200]);
  const { totalCount } = application.pool;
  await owner.superuser.query(`alter role ${role} bypassrls`);
  try {
    // The same connections, so that nothing but the transaction's own question can notice.
    expect(application.pool.totalCount).toBe(totalCount);
    await expect(rows()).rejects.toThrow("Row level security does not bind the role");
    expect((await workspace.owner.browser.request(list)).status).toBe(503);
  } finally {
    await owner.superuser.query(`alter role ${role} nobypassrls`);
  }
  expect([await rows(), (await workspace.owner.browser.request(list)).status]).toEqual([0, 200]);
});
