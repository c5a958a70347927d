import { randomUUID } from "node:crypto";
import type { CertificateLog } from "@sekimori/diagnosis/certificate-log";
import { systemClock as engineClock } from "@sekimori/diagnosis/clock";
import { loadData } from "@sekimori/diagnosis/data";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { Network } from "@sekimori/diagnosis/network";
import type { Role } from "@sekimori/karte-contract/rights";
import { failOnUndeclared, type TestClient, testClient } from "@sekimori/kit-development/testing";
import { type MovableClock, movableClock } from "@sekimori/kit-server/clock";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { parseSettings } from "@sekimori/kit-server/settings";
import type { FastifyRequest } from "fastify";
import { databaseFiles } from "../adapters/database-files.ts";
import { engineExaminer } from "../adapters/engine-examiner.ts";
import { engineNameFinder } from "../adapters/engine-name-finder.ts";
import { roleCode } from "../database/codes.ts";
import { sealPerson } from "../features/principals/person.ts";
import { hearNews } from "../features/workspaces/portal-news.ts";
import { createKarte, type Karte, type KarteOptions } from "../karte.ts";
import type { ContractAnswer, Invoice, MemberAnswer } from "../ports/contracts.ts";
import type { PortalNews } from "../ports/portal-news.ts";
import type { SignedIn, SignIns } from "../ports/sign-ins.ts";
import { karteSettingsSchema } from "../settings.ts";
import { createKarteDatabase, type KarteTestDatabase } from "./test-database.ts";
import { testEnvironment } from "./test-environment.ts";

/** A plan that gets in nobody's way; tests of limits narrow it. */
export const amplePlan: ContractAnswer = {
  plan: "detailed",
  state: "paid",
  freeUntil: null,
  nextBillingOn: null,
  entitlements: {
    manualRunsPerMonth: null,
    domains: 100_000,
    users: null,
    schedule: "daily",
    findingRechecksPerDay: 10,
    mailAlerts: true,
    webhooks: true,
    api: true,
    streams: true,
    tickets: true,
    policies: true,
    scheduledReports: true,
  },
  manageUrl: "http://localhost:3000/setting/security?tab=contract",
};

/** Nobody answers here: for tests that examine nothing. */
const emptyNetwork: FixtureNetwork = {
  resolver: { address: "127.0.0.1", port: 9 },
  hosts: [],
  trustAnchors: [],
};

/**
 * Ten times what the engine allows itself towards others' servers: how it holds back has tests of its
 * own, and a run that is gentle to a fixture takes twenty seconds.
 */
const towardsFixtures = { httpPerSecond: 20, connectsPerSecond: 50, dnsPerSecond: 200 };

export interface TestPerson {
  readonly id: string;
  readonly browser: TestClient;
}

export interface TestWorkspace {
  readonly id: string;
  readonly owner: TestPerson;
  /** Another member. @param groups restricts a viewer. */
  join(role: Role, groups?: readonly string[]): Promise<TestPerson>;
}

/** Karte on a database of its own, as the role that row level security binds. */
export interface TestKarte extends Karte {
  readonly database: KarteTestDatabase;
  readonly clock: MovableClock;
  readonly sent: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  /** Contracts by their owner; the ample plan for everybody else. */
  readonly contracts: Map<string, ContractAnswer | undefined>;
  /** What the portal says of two-factor: off unless given. */
  readonly members: Map<string, MemberAnswer>;
  readonly invoices: Map<string, readonly Invoice[]>;
  /** The portal tells of somebody, of what happened just now unless given. */
  hear(news: PortalNews, account: string, happenedBefore?: Date): Promise<void>;
  /** Has somebody prove anew who they are, at the time that the product's clock shows. */
  signInAgain(person: TestPerson): void;
  /** Signs somebody in who belongs nowhere yet. */
  person(claims?: Readonly<Record<string, unknown>>): TestPerson;
  /** Signs a person in and has their own workspace made, as the first visit does. */
  workspace(contractOwner?: string): Promise<TestWorkspace>;
  /** Signs them out where they are signed in, as the portal's sign-out does. */
  endSession(person: TestPerson): void;
  work(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

const cookie = "test_session";
let addresses = 0;

/** Who is signed in stands in a cookie: signing in itself has tests of its own. */
function testSignIns(sessions: ReadonlyMap<string, SignedIn>): SignIns {
  const key = (request: FastifyRequest) => request.cookies[cookie];
  const session = async (request: FastifyRequest) => sessions.get(key(request) ?? "");
  return {
    key,
    session,
    purge: async () => 0,
    signOut: async () => "http://localhost:3000/login",
  };
}

export async function startTestKarte(
  options: Partial<KarteOptions> & {
    readonly fixtures?: FixtureNetwork;
    readonly certificateLog?: CertificateLog;
    /** Lists come from connections that take no write, as from a replica. */
    readonly readsApart?: boolean;
  } = {},
): Promise<TestKarte> {
  const database = await createKarteDatabase(options.readsApart);
  const clock = movableClock();
  const logger = createLogger({ name: "test", level: "silent" });
  const sessions = new Map<string, SignedIn>();
  const contracts = new Map<string, ContractAnswer | undefined>();
  const members = new Map<string, MemberAnswer>();
  const invoices = new Map<string, readonly Invoice[]>();
  const sent: TestKarte["sent"] = [];
  const network = new Network({
    production: false,
    clock: engineClock,
    optOut: [],
    fixtures: options.fixtures ?? emptyNetwork,
    load: towardsFixtures,
  });
  const karte = await createKarte({
    settings: parseSettings(karteSettingsSchema, testEnvironment),
    database: database.application,
    clock,
    logger,
    mailer: { send: async (mail) => void sent.push(mail), close: () => undefined },
    examiner: engineExaminer({ network, data: loadData(), aboutUrl: null }),
    nameFinder: engineNameFinder({
      network,
      certificateLog: options.certificateLog,
      aboutUrl: null,
      pauseMs: 0,
    }),
    contracts: {
      read: async (account) => (contracts.has(account) ? contracts.get(account) : amplePlan),
      member: async (account) => members.get(account) ?? { twoFactor: false },
      invoices: async (account) => invoices.get(account) ?? [],
    },
    files: databaseFiles(database.application.db),
    signIns: testSignIns(sessions),
    outbound: createOutbound({ production: true }),
    ...options,
  });
  await karte.app.ready();

  const person: TestKarte["person"] = (claims = {}) => {
    const id = randomUUID();
    const token = randomUUID();
    sessions.set(token, {
      id: token,
      subject: id,
      claims: {
        name: "守 関",
        given_name: "関",
        email: `${id}@people.example`,
        locale: "ja",
        ...claims,
      },
      authenticatedAt: new Date(),
      expiresAt: new Date(Date.now() + 8 * 3_600_000),
    });
    addresses += 1;
    const browser = testClient(karte.app, `10.9.${(addresses >> 8) & 255}.${addresses & 255}`);
    browser.cookies.set(cookie, token);
    return { id, browser };
  };

  const join = async (workspaceId: string, role: Role, groups?: readonly string[]) => {
    const joined = person();
    const known = { id: joined.id, name: "見 習子", givenName: "習子", email: "m@people.example" };
    const { pool } = database.owner;
    await pool.query(
      `insert into karte.member (workspace_id, account_id, role, restricted, personal, joined_at)
       values ($1, $2, $3, $4, $5, now())`,
      [
        workspaceId,
        joined.id,
        roleCode.of(role),
        groups !== undefined,
        sealPerson(karte.context.sealer, workspaceId, known),
      ],
    );
    for (const group of groups ?? []) {
      await pool.query("insert into karte.member_group values ($1, $2, $3)", [
        workspaceId,
        joined.id,
        group,
      ]);
    }
    await joined.browser.request({ url: "/v1/session" });
    return joined;
  };

  return {
    ...karte,
    database,
    clock,
    sent,
    contracts,
    members,
    invoices,
    hear: (news, account, happenedBefore = new Date(clock.now().getTime() + 1)) =>
      hearNews(karte.context)(news, account, happenedBefore),
    signInAgain({ browser }) {
      const token = browser.cookies.get(cookie) ?? "";
      const known = sessions.get(token);
      if (!known) throw new Error("Nobody has this session.");
      sessions.set(token, { ...known, authenticatedAt: clock.now() });
    },
    person,
    endSession: ({ browser }) => void sessions.delete(browser.cookies.get(cookie) ?? ""),
    async workspace(contractOwner) {
      const owner = person();
      const answer = await owner.browser.request({ url: "/v1/session" });
      const { workspace } = answer.json() as { workspace: { id: string } };
      if (contractOwner !== undefined) {
        await database.owner.pool.query(
          "update karte.workspace set contract_owner = $1 where id = $2",
          [contractOwner, workspace.id],
        );
      }
      return {
        id: workspace.id,
        owner,
        join: (role, groups) => join(workspace.id, role, groups),
      };
    },
    work: () =>
      startWorker({
        database: database.application,
        jobs: karte.jobs,
        cron: karte.cron,
        clock,
        logger,
      }),
    async close() {
      await karte.stop();
      await database.close();
      failOnUndeclared(karte.app);
    },
  };
}
