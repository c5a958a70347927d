// Testers of others, each of whose complaints has a verdict: who is right, and why. Where they cannot be
// had, they are left out, which is printed.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type CompanyWithDirectory, withDirectory } from "../../testing/directory.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import {
  installTesters,
  judgedBySanity,
  judgedByTester,
  type TestedDirectory,
} from "../../testing/scim-testers.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: CompanyWithDirectory;
let directory: TestedDirectory;
let areThere = false;
beforeAll(async () => {
  areThere = installTesters();
  process.stdout.write(
    `scim2-tester, scim-sanity: ${areThere ? "there" : "not there, left out"}\n`,
  );
  if (!areThere) return;
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withDirectory(portal, records);
  const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
  directory = {
    baseUrl: `${origin}/scim/v2/${company.organisation.id}`,
    token: company.token,
    domain: company.domain,
  };
}, 400_000);
afterAll(() => portal?.close());

test("scim2-tester complains of nothing but that a switch cannot be taken out", async ({
  skip,
}) => {
  skip(!areThere);
  const { passed, complaints } = await judgedByTester(directory);
  expect(complaints).toEqual([
    // RFC 7644, section 3.5.2.2, lets an attribute have its default when it is removed: true.
    { check: "check_remove_attribute", reason: expect.stringContaining("'active'") },
  ]);
  expect(passed).toBeGreaterThan(55);
}, 120_000);

test("scim-sanity complains of two decisions only", async ({ skip }) => {
  skip(!areThere);
  const { passed, complaints } = await judgedBySanity(directory);
  expect(complaints).toEqual([
    // RFC 7644, section 3.5.2: 204 unless attributes were asked for. A group may have thousands.
    { check: "PATCH /Groups/{id}", reason: expect.stringContaining("204") },
    // It names a person whom nobody has added. Nobody would ever be in the group, and nobody is told.
    { check: "PATCH /Groups/{id} add member", reason: expect.stringContaining("400") },
    { check: "PATCH /Groups/{id} remove members", reason: expect.stringContaining("204") },
  ]);
  expect(passed).toBeGreaterThan(20);
}, 120_000);
