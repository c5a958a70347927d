import { karteFence } from "@sekimori/karte-server/migrations";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { directSetting } from "@sekimori/kit-server/database";
import { SettingsError } from "@sekimori/kit-server/settings";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { adviceOn } from "../processes/advice.ts";
import { nearMisses } from "../processes/known-settings.ts";
import { type ProcessSettings, readProcessSettings } from "../processes/settings.ts";
import {
  databaseFindings,
  type Finding,
  mailFinding,
  poolerFinding,
  replicaFindings,
  roleFinding,
  wayTo,
} from "./doctor-findings.ts";

/** Of karte's too where the environment names it; karte's other settings are karte's to read. */
async function roleFindings(url: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { setting } = karteFence;
  const karte = environment[directSetting(setting)] || environment[setting];
  return [
    await roleFinding(url, portalFence),
    ...(karte ? [await roleFinding(karte, karteFence)] : []),
  ];
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

/** Everything that a process of the portal, or a worker, needs. */
async function portalFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = readProcessSettings(environment);
  const { databaseUrl, databaseDirectUrl: directUrl } = settings;
  const { way, setting, url } = wayTo({ fence: portalFence, url: databaseUrl, directUrl });
  const findings = [
    { subject: "settings", problem: null },
    await poolerFinding({ ...way, schema: "portal" }),
    ...(await databaseFindings({
      setting,
      url,
      migrations: portalMigrations,
      migrate: "sekimori migrate",
    })),
    ...(await replicaFindings({ fence: portalFence, url }, settings.databaseReadUrl)),
    ...(await roleFindings(url, environment)),
    await mailFinding(settings.smtpUrl.reveal()),
    ...(await paymentFindings(settings)),
  ];
  for (const { subject, sentence } of adviceOn(settings)) console.log(`! ${subject}: ${sentence}`);
  return findings;
}

/**
 * `sekimori doctor`: reads the configuration as a process would and tries what it names.
 *
 * Advice (“!”) is no fault.
 *
 * @returns whether everything is in order
 */
export async function doctor(
  process: "portal" | "karte" | "console" | "integration",
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  let findings: Finding[];
  for (const sentence of nearMisses(environment)) console.log(`! settings: ${sentence}`);
  try {
    findings =
      process === "karte"
        ? await (await import("./doctor-karte.ts")).karteFindings(environment)
        : [
            ...(await portalFindings(environment)),
            ...(process === "console"
              ? await (await import("./doctor-console.ts")).consoleFindings(environment)
              : []),
            ...(process === "integration"
              ? await (await import("./doctor-console.ts")).integrationFindings(environment)
              : []),
          ];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    findings = error.problems.map((problem) => ({ subject: "settings", problem }));
  }
  for (const { subject, problem } of findings) {
    console.log(problem === null ? `✓ ${subject}` : `✗ ${subject}: ${problem}`);
  }
  return findings.every(({ problem }) => problem === null);
}
