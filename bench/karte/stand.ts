import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock as engineClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import { Network } from "@sekimori/diagnosis/network";
import { databaseFiles } from "@sekimori/karte-server/adapters/database-files";
import { engineExaminer } from "@sekimori/karte-server/adapters/engine-examiner";
import { engineNameFinder } from "@sekimori/karte-server/adapters/engine-name-finder";
import { createKarte, type Karte } from "@sekimori/karte-server/karte";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import { karteSettingsSchema } from "@sekimori/karte-server/settings";
import type { SignedIn } from "@sekimori/karte-server/sign-ins";
import type { Tables } from "@sekimori/karte-server/tables";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import { systemClock } from "@sekimori/kit-server/clock";
import {
  type Database,
  migrate,
  openDatabase,
  openServingDatabase,
} from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { parseSettings } from "@sekimori/kit-server/settings";
import { planEntitlements } from "@sekimori/portal-contract/entitlements";

const role = "sekimori_karte";
const password = "for-measuring-only";
const origin = "http://localhost:3001";

/** Always the same one, so that data which was kept is theirs. */
const account = "7d6c1f0e-52a4-4f3b-9d0b-6a1e5a4b9c10";

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Karte on a database of its own, as the role that row level security binds, with one owner. */
export interface Stand extends Karte {
  readonly owner: Database<Tables>;
  readonly workspaceId: string;
  /** The process id of the database server. */
  readonly databasePid: number;
  /** Calls as the owner; rejects with the answer unless it is 200. */
  call(path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

/** @param keep a folder whose data is used again and stays; a new one that goes unless given. */
export async function startStand(keep?: string): Promise<Stand> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), "sekimori-karte-bench-"));
  mkdirSync(folder, { recursive: true });
  const logger = createLogger({ name: "bench", level: "error" });
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    logger,
    durable: true,
  });
  const owner = openDatabase<Tables>({ url: server.url, logger, poolSize: 4, statementTimeout: 0 });
  await migrate(owner, karteMigrations);
  const url = await prepareServingRole(owner, server.url, { ...karteFence, role, password });
  const database = openServingDatabase<Tables>({
    url,
    fence: karteFence,
    logger,
    poolSize: 20,
    schema: "karte",
    plans: "each",
  });
  const person: SignedIn = {
    id: account,
    subject: account,
    claims: { name: "測る 人", email: "bench@people.example", locale: "ja" },
    authenticatedAt: new Date(),
    expiresAt: new Date(Date.now() + 8 * 3_600_000),
  };
  const fixtures = { resolver: { address: "127.0.0.1", port: 9 }, hosts: [], trustAnchors: [] };
  const network = new Network({ production: false, clock: engineClock, fixtures });
  const contract = {
    plan: "detailed",
    state: "paid",
    freeUntil: null,
    nextBillingOn: null,
    // As many domains as are measured: what a plan does not hold is only shown.
    entitlements: { ...planEntitlements.detailed, domains: 1_000_000 },
    manageUrl: origin,
  } as const;
  // Nobody outside is called while figures are taken.
  const outside = { outbound: createOutbound({ production: true }) };
  const karte = await createKarte({
    settings: parseSettings(karteSettingsSchema, {
      KARTE_ORIGIN: origin,
      PORTAL_ORIGIN: "http://localhost:3000",
      KARTE_CLIENT_SECRET: "a client secret for measuring and nothing else",
      KARTE_SECRET: "a secret for measuring, and for nothing else",
      KARTE_DATA_KEYS: `bench:${Buffer.alloc(32, 7).toString("base64")}`,
    }),
    database,
    clock: systemClock,
    logger,
    mailer: { send: async () => undefined, close: () => undefined },
    examiner: engineExaminer({ network, data: loadData(), aboutUrl: null }),
    nameFinder: engineNameFinder({
      network,
      certificateLog: undefined,
      aboutUrl: null,
      pauseMs: 0,
    }),
    contracts: {
      read: async () => contract,
      member: async () => ({ twoFactor: true }),
      invoices: async () => [],
    },
    files: databaseFiles(database.db),
    ...outside,
    signIns: {
      key: () => person.id,
      session: async () => person,
      signOut: async () => origin,
      purge: async () => 0,
    },
  });
  await karte.app.ready();

  let csrf = "";
  const call: Stand["call"] = async (path, body) => {
    const reply = await karte.app.inject({
      method: body === undefined ? "GET" : "POST",
      url: `/v1${path}`,
      headers: { origin, [csrfHeader]: csrf },
      ...(body === undefined ? {} : { payload: body }),
    });
    const issued = reply.headers[csrfHeader];
    if (typeof issued === "string") csrf = issued;
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
    return { status: reply.statusCode, text: reply.body };
  };
  const session = JSON.parse((await call("/session")).text) as { workspace: { id: string } };
  return {
    ...karte,
    owner,
    workspaceId: session.workspace.id,
    databasePid: server.pid,
    call,
    async close() {
      await karte.stop();
      await database.close();
      await owner.close();
      await server.stop();
      if (keep === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
