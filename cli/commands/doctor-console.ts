import { consoleRegistration } from "@sekimori/console-server/adapters/portal";
import { listClients } from "@sekimori/portal-server/openid-clients";
import { listStaff } from "@sekimori/portal-server/staff";
import { type ConsoleProcessSettings, readConsoleSettings } from "../processes/console-settings.ts";
import { type OperatorTables, withOperatorTables } from "../processes/operator-database.ts";
import type { Finding } from "./doctor-findings.ts";

/** Whether the portal knows the console as it is: its id, and where sign-ins come back to. */
async function registrationFinding(
  tables: OperatorTables,
  settings: ConsoleProcessSettings,
): Promise<Finding> {
  const subject = "sign-in: the console's registration";
  const known = (await listClients(tables)).find(
    ({ clientId }) => clientId === settings.consoleClientId,
  );
  const [wanted] = consoleRegistration(settings).redirectUris;
  if (known === undefined) {
    const problem = `${settings.consoleClientId} is not registered. Register it by “sekimori operator clients add --preset console”.`;
    return { subject, problem };
  }
  return known.redirectUris.some((one) => one === wanted)
    ? { subject, problem: null }
    : {
        subject,
        problem: `${wanted} is no return address. Run “sekimori operator clients update ${settings.consoleClientId} --preset console”.`,
      };
}

async function staffFinding(tables: OperatorTables): Promise<Finding> {
  const isSomebody = (await listStaff(tables)).some(({ roles }) => roles.includes("administrator"));
  const problem = "Nobody is an administrator. Appoint two by “sekimori operator staff add”.";
  return { subject: "staff", problem: isSomebody ? null : problem };
}

/**
 * Everything that a process of the console needs beside what the portal's needs.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function consoleFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { console: settings } = readConsoleSettings(environment);
  return withOperatorTables(undefined, async (tables) => [
    await registrationFinding(tables, settings),
    await staffFinding(tables),
  ]);
}
