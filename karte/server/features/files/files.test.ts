import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseFiles } from "../../adapters/database-files.ts";
import { s3Files } from "../../adapters/s3-files.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { type FileStore, FileStoreRefused } from "../../ports/file-store.ts";
import { startS3Server } from "../../testing/s3-server.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";
import { expiredFiles, keepFile, readFile } from "./file-service.ts";

const region = "us-east-1";
const keys = { accessKeyId: "KARTE", secretAccessKey: randomUUID() };

let karte: TestKarte;
let workspace: TestWorkspace;
let s3: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  s3 = await startS3Server({ region, bucket: "karte", ...keys });
});
afterAll(async () => {
  await s3.close();
  await karte.close();
});

/**
 * A store of one's own, which the same is asked of: `S3_STORE=http://key:secret@127.0.0.1:6080/bucket`.
 * Debian's swift was, on 24 November 2026 (docs/evidence/karte-map.md).
 */
const own = process.env.S3_STORE === undefined ? undefined : new URL(process.env.S3_STORE);

async function openOwn({ origin, username, password, pathname }: URL) {
  const [accessKeyId, secretAccessKey] = [username, password].map(decodeURIComponent);
  const credentials = { accessKeyId: accessKeyId ?? "", secretAccessKey: secretAccessKey ?? "" };
  const bucket = pathname.slice(1);
  const client = new AwsClient({ ...credentials, region, service: "s3" });
  const answer = await client.fetch(`${origin}/${bucket}`, { method: "PUT" });
  // It may be there already.
  if (!answer.ok && answer.status !== 409) throw new Error(await answer.text());
  return s3Files({ endpoint: origin, region, bucket, ...credentials });
}

const stores: readonly (readonly [string, () => FileStore | Promise<FileStore>])[] = [
  ["PostgreSQL", () => databaseFiles(karte.database.application.db)],
  ["S3", () => s3Files({ endpoint: s3.endpoint, region, bucket: "karte", ...keys })],
  ...(own === undefined ? [] : [[`S3 (${own.host})`, () => openOwn(own)] as const]),
];

const digest = (content: Buffer | undefined) =>
  createHash("sha256")
    .update(content ?? "nothing")
    .digest("hex");

/** A note of a file, which the content belongs to. */
async function noted(): Promise<string> {
  const id = randomUUID();
  await karte.database.owner.pool.query(
    `insert into karte.file (id, workspace_id, name, media_type, bytes, sha256, store, created_at,
       expires_at) values ($1, $2, 'x', 'x', 0, '', 'database', now(), now() + interval '1 day')`,
    [id, workspace.id],
  );
  return id;
}

describe.each(stores)("a store of files: %s", (_, open) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test.each([0, 1, 70_000, 9 * 1024 * 1024])("gives %i bytes back as they were", async (bytes) => {
    const key = { workspaceId: workspace.id, fileId: await noted() };
    const content = randomBytes(bytes);
    await store.write(key, content);
    const back = await store.read(key);
    expect([back?.length, digest(back)]).toEqual([bytes, digest(content)]);
  });

  test("the second content of a key replaces the first; what is removed is gone, twice too", async () => {
    const key = { workspaceId: workspace.id, fileId: await noted() };
    await store.write(key, Buffer.from("first"));
    await store.write(key, Buffer.from("second"));
    expect((await store.read(key))?.toString()).toBe("second");
    await store.remove(key);
    await store.remove(key);
    expect(await store.read(key)).toBeUndefined();
  });

  test("another workspace's key leads nowhere", async () => {
    const key = { workspaceId: workspace.id, fileId: await noted() };
    await store.write(key, Buffer.from("ours"));
    expect(await store.read({ ...key, workspaceId: randomUUID() })).toBeUndefined();
  });
});

test.each([
  ["another secret", { secretAccessKey: "not ours" }, "SignatureDoesNotMatch"],
  ["another bucket", { bucket: "other" }, "NoSuchBucket"],
  ["another region", { region: "eu-west-1" }, "AuthorizationHeaderMalformed"],
])("%s is an error of the store, and no missing file", async (_, wrong, code) => {
  const store = s3Files({ endpoint: s3.endpoint, region, bucket: "karte", ...keys, ...wrong });
  const key = { workspaceId: workspace.id, fileId: randomUUID() };
  await expect(store.read(key)).rejects.toThrow(code);
  await expect(store.write(key, Buffer.from("x"))).rejects.toThrow(code);
});

const file = (content: Buffer) => ({
  workspaceId: workspace.id,
  groupId: null,
  name: "report.pdf",
  mediaType: "application/pdf",
  content,
  expiresAt: new Date(Date.now() + 86_400_000),
});

const count = async () => {
  const { rows } = await karte.database.owner.pool.query(
    `select (select count(*)::int from karte.file where name = 'report.pdf') as files,
       (select count(*)::int from karte.file_content c join karte.file f on f.id = c.file_id
        where f.name = 'report.pdf') as contents`,
  );
  return rows[0];
};

describe("a file that is kept", () => {
  test("is sealed in the store and comes back whole; a changed one is never given out", async () => {
    const content = Buffer.from("%PDF-1.7 secret of theirs");
    const id = await keepFile(karte.context, file(content));
    const read = () =>
      inScope(karte.context.db, wholeWorkspace(workspace.id), (tx) =>
        readFile(tx, karte.context, id),
      );
    expect((await read())?.content.equals(content)).toBe(true);
    const { pool } = karte.database.owner;
    const { rows } = await pool.query(
      "select position('secret'::bytea in sealed) as at from karte.file_content where file_id = $1",
      [id],
    );
    expect(rows[0].at).toBe(0);
    const other = await karte.workspace();
    const theirs = inScope(karte.context.db, wholeWorkspace(other.id), (tx) =>
      readFile(tx, karte.context, id),
    );
    expect(await theirs).toBeUndefined();
    await pool.query(
      "update karte.file_content set sealed = set_byte(sealed, 50, get_byte(sealed, 50) # 1) where file_id = $1",
      [id],
    );
    await expect(read()).rejects.toThrow();
  });

  test("goes with its content when its time has come", async () => {
    const id = await keepFile(karte.context, file(Buffer.from("x")));
    expect(await expiredFiles(karte.context).remove(new Date())).toBe(0);
    await expiredFiles(karte.context).remove(new Date(Date.now() + 2 * 86_400_000));
    const { rows } = await karte.database.owner.pool.query(
      "select 1 from karte.file_content where file_id = $1",
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe("what cannot be kept is refused and leaves nothing behind", () => {
  const refused = async (work: Promise<unknown>) =>
    work.then(
      () => "kept",
      (error) => (error instanceof FileStoreRefused ? error.reason : String(error)),
    );

  test("too large for a file, and too much for the workspace", async () => {
    const before = await count();
    const settings = { ...karte.context.settings, fileMegabytes: 1, filesWorkspaceMegabytes: 2 };
    const narrow = { ...karte.context, settings };
    expect(await refused(keepFile(narrow, file(randomBytes(1024 * 1024 + 1))))).toBe("too-large");
    const three = await Promise.all(
      [1, 2, 3].map(() => refused(keepFile(narrow, file(randomBytes(900_000))))),
    );
    expect(three.toSorted()).toEqual(["full", "kept", "kept"]);
    const after = await count();
    expect(after.files - before.files).toBe(2);
    expect(after.contents).toBe(after.files);
  });

  test.each([
    ["no disk in PostgreSQL", "full"],
    ["another error", "Error: gone"],
    ["a store that loses bytes", /read back/],
  ] as const)("%s", async (kind, expected) => {
    const before = await count();
    const store = databaseFiles(karte.database.application.db);
    const broken: FileStore = {
      ...store,
      async write(key, content) {
        if (kind === "a store that loses bytes") return store.write(key, content.subarray(0, -1));
        if (kind === "another error") throw new Error("gone");
        const full = { transaction: () => ({ execute: () => Promise.reject({ code: "53100" }) }) };
        return databaseFiles(full as never).write(key, content);
      },
    };
    const outcome = await refused(
      keepFile({ ...karte.context, files: broken }, file(Buffer.from("some content"))),
    );
    if (typeof expected === "string") expect(outcome).toBe(expected);
    else expect(outcome).not.toBe("kept");
    expect(await count()).toEqual(before);
  });

  test.each([
    [507, "InsufficientStorage", "full"],
    [400, "EntityTooLarge", "too-large"],
  ])(
    "an object store that answers %i %s",
    async (status, code, expected) => {
      const server = createServer((request, response) => {
        request.resume().on("end", () => {
          response.writeHead(status, { "content-type": "application/xml" });
          response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
        });
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const { port } = server.address() as AddressInfo;
      const store = s3Files({
        endpoint: `http://127.0.0.1:${port}`,
        region,
        bucket: "karte",
        ...keys,
      });
      const key = { workspaceId: workspace.id, fileId: randomUUID() };
      expect(await refused(store.write(key, Buffer.from("x")))).toBe(expected);
      store.close();
      server.closeAllConnections();
      server.close();
    },
    30_000,
  );
});
