import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { invitePeople } from "@sekimori/karte-contract/endpoints/people";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { testClient } from "@sekimori/kit-development/testing";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { kitSealedColumns, rotateSealed } from "@sekimori/kit-server/sealing/rotate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepFile } from "../features/files/file-service.ts";
import { testEnvironment } from "../testing/test-environment.ts";
import { startTestKarte, type TestKarte } from "../testing/test-karte.ts";
import { karteSealedColumns } from "./sealed-columns.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

/** Hashes and digests of what stands beside them. */
const open = ["karte.activity.previous_hash", "karte.activity.hash", "karte.file.sha256"];

test("every column of bytes is sealed and known to the rotation, or named here as open", async () => {
  const { rows } = await karte.database.owner.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name
     from information_schema.columns where table_schema = 'karte' and data_type = 'bytea'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...open, ...karteSealedColumns.map(({ table, column }) => `${table}.${column}`)].sort(),
  );
});

test("after a rotation the new key alone opens people, invitations, files and kept answers", async () => {
  const { owner, id: workspaceId } = await karte.workspace();
  await owner.browser.call(invitePeople, {
    body: { emails: ["guest@people.example"], role: "viewer", groups: null },
  });
  await keepFile(karte.context, {
    workspaceId,
    groupId: null,
    name: "x.txt",
    mediaType: "text/plain",
    content: Buffer.from("a secret report"),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const body = { label: "x", scopes: ["domains" as const], days: 1 };
  const { secret } = await owner.browser.call(addToken, { body });
  const once = (app: TestKarte["app"]) =>
    testClient(app).request({
      url: addDomain.path,
      body: { name: "a.example.jp" },
      headers: { authorization: `Bearer ${secret}`, "idempotency-key": "k" },
    });
  const first = await once(karte.app);
  expect(first.status).toBe(200);

  const fresh = `new:${Buffer.alloc(32, 9).toString("base64")}`;
  const both = createSealer(parseKeyring(`${fresh},${testEnvironment.KARTE_DATA_KEYS}`));
  const columns = [...kitSealedColumns, ...karteSealedColumns];
  const { db } = karte.database.owner;
  expect(await rotateSealed({ db, sealer: both }, columns)).toBeGreaterThanOrEqual(4);
  expect(await rotateSealed({ db, sealer: both }, columns)).toBe(0);

  const next = createSealer(parseKeyring(fresh));
  const { rows } = await karte.database.owner.pool.query(
    `select 'karte.member.personal:' || workspace_id || ':' || account_id as context, personal as sealed
       from karte.member where workspace_id = $1
     union all select 'karte.invitation.personal:' || id, personal from karte.invitation
       where workspace_id = $1
     union all select 'karte.file:' || file_id, sealed from karte.file_content where workspace_id = $1
     union all select 'karte.api_answer:' || token_id || ':' || key_digest, answer
       from karte.api_answer where workspace_id = $1`,
    [workspaceId],
  );
  const opened = rows.map(({ context, sealed }) => next.open(sealed, context).toString("utf8"));
  expect(opened).toHaveLength(4);
  expect(opened.join()).toContain("a secret report");
  expect(opened.join()).toContain("guest@people.example");
  expect(opened).toContain(first.text);
});
