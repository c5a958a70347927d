import { portalConnection } from "@sekimori/karte-server/adapters/portal";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import type { Tables } from "@sekimori/karte-server/tables";
import { systemClock } from "@sekimori/kit-server/clock";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import type { Trial } from "@sekimori/kit-server/relying-party";
import { type KarteProcessSettings, readKarteSettings } from "../processes/karte-settings.ts";
import {
  databaseFindings,
  type Finding,
  mailFinding,
  poolerFinding,
  replicaFindings,
  roleFinding,
  wayTo,
} from "./doctor-findings.ts";

const subjects: Readonly<Record<Trial["part"], string>> = {
  provider: "sign-in: the portal as OpenID provider",
  client: "sign-in: karte's registration",
  "return address": "sign-in: the return address",
};

/** What to do where the portal does not know karte as it is. */
const remedies: Readonly<Record<Trial["part"], string>> = {
  provider: "PORTAL_ORIGIN must be reachable from here as browsers reach it.",
  client:
    "Register it by “sekimori operator clients add --preset karte”, or get a new secret by “clients rotate-secret”.",
  "return address": "Run “sekimori operator clients update karte --preset karte”.",
};

/** Tries once at the portal what every sign-in needs. */
async function signInFindings(settings: KarteProcessSettings, url: string): Promise<Finding[]> {
  const logger = createLogger({ name: "doctor", level: "silent" });
  const database = openDatabase<Tables>({ url, logger, poolSize: 1 });
  try {
    const { trial } = portalConnection({ settings, database, clock: systemClock, logger });
    return (await trial()).map(({ part, problem }) => ({
      subject: subjects[part],
      problem: problem === null ? null : `${problem}. ${remedies[part]}`,
    }));
  } finally {
    await database.close();
  }
}

/**
 * Everything that a process of karte needs.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function karteFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = readKarteSettings(environment);
  const { way, setting, url } = wayTo({
    fence: karteFence,
    url: settings.karteDatabaseUrl,
    directUrl: settings.karteDatabaseDirectUrl,
  });
  return [
    { subject: "settings", problem: null },
    await poolerFinding({ ...way, schema: "karte" }),
    await roleFinding(url, karteFence),
    ...(await replicaFindings({ fence: karteFence, url }, settings.karteDatabaseReadUrl)),
    ...(await databaseFindings({
      setting,
      url,
      migrations: karteMigrations,
      migrate: "sekimori migrate --application karte",
    })),
    await mailFinding(settings.smtpUrl.reveal()),
    ...(await signInFindings(settings, url)),
  ];
}
