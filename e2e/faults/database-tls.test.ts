import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { expect, onTestFinished, test } from "vitest";
import { report } from "./support/figures.ts";

const logger = createLogger({ name: "test", level: "silent" });
const asked = 100;

/** A cluster of its own that speaks TLS with this certificate. */
async function tlsCluster(
  folder: string,
  { certificate, key }: Record<"certificate" | "key", string>,
) {
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, "pg"), logger });
  onTestFinished(() => cluster.stop());
  const operator = openDatabase({ url: cluster.url, logger, poolSize: 1 });
  const { rows } = await operator.pool.query<{ data_directory: string }>("show data_directory");
  const place = rows[0]?.data_directory ?? "";
  const { uid, gid } = await stat(place);
  for (const [name, pem] of [
    ["server.crt", certificate],
    ["server.key", key],
  ] as const) {
    await writeFile(join(place, name), pem, { mode: 0o600 });
    await chown(join(place, name), uid, gid);
  }
  await operator.pool.query("alter system set ssl = on");
  await operator.pool.query("select pg_reload_conf()");
  await operator.close();
  return cluster.url;
}

test("the database is spoken to by TLS, and only when its certificate is the right one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sekimori-tls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ours = await issueSelfSigned({ name: "localhost", key: "p256" });
  const another = await issueSelfSigned({ name: "localhost", key: "p256" });
  const plainUrl = await tlsCluster(folder, ours);

  const connected = async (trusted: string) => {
    const root = join(folder, "root.pem");
    await writeFile(root, trusted);
    const url = new URL(plainUrl);
    url.hostname = "localhost";
    url.searchParams.set("sslmode", "verify-full");
    url.searchParams.set("sslrootcert", root);
    const database = openDatabase({ url: url.href, logger });
    onTestFinished(() => database.close());
    return database;
  };

  const trusting = await connected(ours.certificate);
  const isEncrypted = "select ssl, $1::int as n from pg_stat_ssl where pid = pg_backend_pid()";
  const shared = await Promise.all(
    Array.from({ length: asked }, (_, n) => trusting.pipeline.query(isEncrypted, [n])),
  );
  const pooled = await trusting.pool.query(isEncrypted, [asked]);
  expect([...shared.flat(), ...pooled.rows]).toEqual(
    Array.from({ length: asked + 1 }, (_, n) => ({ ssl: true, n })),
  );

  const wary = await connected(another.certificate);
  const refusals = await Promise.all(
    [wary.pipeline.query(isEncrypted, [0]), wary.pool.query(isEncrypted, [0])].map((query) =>
      query.then(
        () => "answered",
        (error: unknown) => String(error),
      ),
    ),
  );
  report("database tls", { asked: asked + 1, encrypted: shared.length + pooled.rows.length });
  expect(refusals).toEqual([
    expect.stringMatching(/certificate/),
    expect.stringMatching(/certificate/),
  ]);
});
