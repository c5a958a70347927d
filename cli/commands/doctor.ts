import { karteFence } from "@sekimori/karte-server/migrations";
import { apiBase } from "@sekimori/kit-contract/api-base";
import {
  type Fence,
  openDatabase,
  pendingMigrations,
  unfencedRole,
} from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { SettingsError } from "@sekimori/kit-server/settings";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { createTransport } from "nodemailer";
import { adviceOn } from "../processes/advice.ts";
import { nearMisses } from "../processes/known-settings.ts";
import { type ProcessSettings, readProcessSettings } from "../processes/settings.ts";

/** One thing that was looked at, and what to do where it is not in order. */
interface Finding {
  readonly subject: string;
  readonly problem: string | null;
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

const silent = createLogger({ name: "doctor", level: "silent" });

/** What a process would refuse to serve with, asked as it asks it. */
async function roleFinding(url: string, fence: Fence): Promise<Finding> {
  const { setting } = fence;
  const subject = `role of ${setting}`;
  const database = openDatabase({ url, logger: silent, poolSize: 1 });
  try {
    const client = await database.pool.connect();
    try {
      return { subject, problem: (await unfencedRole(client, fence)) ?? null };
    } finally {
      client.release();
    }
  } catch (error) {
    return { subject, problem: `${setting} cannot be connected to: ${reason(error)}` };
  } finally {
    await database.close();
  }
}

/** Of karte's too where the environment names it; karte's other settings are karte's to read. */
async function roleFindings(
  settings: ProcessSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const karte = environment[karteFence.setting];
  return [
    await roleFinding(settings.databaseUrl.reveal(), portalFence),
    ...(karte ? [await roleFinding(karte, karteFence)] : []),
  ];
}

async function databaseFindings(settings: ProcessSettings): Promise<Finding[]> {
  const database = openDatabase({
    url: settings.databaseUrl.reveal(),
    logger: silent,
    poolSize: 1,
  });
  try {
    const { rows } = await database.pool.query<{
      version: number;
      type: string;
      unsafe: readonly string[];
    }>(
      `select current_setting('server_version_num')::int as version, datctype as type,
         array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit'])
           as given(name) where current_setting(name) = 'off') as unsafe
       from pg_database where datname = current_database()`,
    );
    const { version = 0, type: characterType = "", unsafe = [] } = rows[0] ?? {};
    const pending = await pendingMigrations(database, portalMigrations);
    return [
      {
        subject: "durability",
        problem:
          unsafe.length === 0
            ? null
            : `The server has ${unsafe.join(", ")} off: what was answered as done can be lost. Turn it on.`,
      },
      {
        subject: "database",
        problem: version < 160_000 ? "The server is older than PostgreSQL 16; upgrade it." : null,
      },
      {
        subject: "text search",
        problem: ["C", "POSIX"].includes(characterType)
          ? `The database's character type is ${characterType}, which knows no Japanese letters; create it with LC_CTYPE 'C.UTF-8'.`
          : null,
      },
      {
        subject: "migrations",
        problem:
          pending.length === 0
            ? null
            : `${pending.length} migrations are not applied; run “sekimori migrate”.`,
      },
    ];
  } catch (error) {
    return [
      { subject: "database", problem: `DATABASE_URL cannot be connected to: ${reason(error)}` },
    ];
  } finally {
    await database.close();
  }
}

async function mailFinding(settings: ProcessSettings): Promise<Finding> {
  const transport = createTransport({
    url: settings.smtpUrl.reveal(),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
  });
  try {
    await transport.verify();
    return { subject: "mail", problem: null };
  } catch (error) {
    return { subject: "mail", problem: `SMTP_URL cannot be used: ${reason(error)}` };
  } finally {
    transport.close();
  }
}

/** What the payment company says of the account that the keys belong to. */
async function paymentFindings(settings: ProcessSettings): Promise<Finding[]> {
  if (settings.paymentProvider !== "stripe") return [];
  const { stripeAccountProblems } = await import("@sekimori/portal-server/adapters/stripe-account");
  const problems = await stripeAccountProblems(
    {
      publishableKey: settings.paymentPublishableKey,
      secretKey: settings.paymentSecretKey.reveal(),
      webhookSecret: settings.paymentWebhookSecret.reveal(),
      standIn: settings.paymentStandIn,
    },
    `${settings.portalOrigin}${apiBase}/payment/webhook`,
  );
  return problems.length === 0
    ? [{ subject: "payment company", problem: null }]
    : problems.map((problem) => ({ subject: "payment company", problem }));
}

/**
 * `sekimori doctor`: reads the configuration as a process would and tries what it names.
 *
 * Advice (“!”) is no fault.
 *
 * @returns whether everything is in order
 */
export async function doctor(environment: NodeJS.ProcessEnv): Promise<boolean> {
  let findings: Finding[];
  try {
    const settings = readProcessSettings(environment);
    findings = [
      { subject: "settings", problem: null },
      ...(await databaseFindings(settings)),
      ...(await roleFindings(settings, environment)),
      await mailFinding(settings),
      ...(await paymentFindings(settings)),
    ];
    for (const sentence of nearMisses(environment)) console.log(`! settings: ${sentence}`);
    for (const { subject, sentence } of adviceOn(settings)) {
      console.log(`! ${subject}: ${sentence}`);
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    findings = error.problems.map((problem) => ({ subject: "settings", problem }));
  }
  for (const { subject, problem } of findings) {
    console.log(problem === null ? `✓ ${subject}` : `✗ ${subject}: ${problem}`);
  }
  return findings.every(({ problem }) => problem === null);
}
