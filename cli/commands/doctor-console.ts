import {
  consoleRegistration,
  integrationRegistration,
} from "@sekimori/console-server/adapters/portal";
import { listClients } from "@sekimori/portal-server/openid-clients";
import { listStaff } from "@sekimori/portal-server/staff";
import { readConsoleSettings, readIntegrationSettings } from "../processes/console-settings.ts";
import { type OperatorTables, withOperatorTables } from "../processes/operator-database.ts";
import type { Finding } from "./doctor-findings.ts";

interface Registered {
  readonly name: "console" | "integration";
  readonly clientId: string;
  readonly redirectUris: readonly string[];
}

/** Whether the portal knows a console as it is: its id, and where sign-ins come back to. */
async function registrationFinding(
  tables: OperatorTables,
  { name, clientId, redirectUris: [wanted] }: Registered,
): Promise<Finding> {
  const subject = `sign-in: the ${name}'s registration`;
  const [known] = await listClients(tables, "all", clientId);
  if (known === undefined) {
    const problem = `${clientId} is not registered. Register it by “sekimori operator clients add --preset ${name}”.`;
    return { subject, problem };
  }
  return known.redirectUris.some((one) => one === wanted)
    ? { subject, problem: null }
    : {
        subject,
        problem: `${wanted} is no return address. Run “sekimori operator clients update ${clientId} --preset ${name}”.`,
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
    await registrationFinding(tables, {
      ...consoleRegistration(settings),
      name: "console",
      clientId: settings.consoleClientId,
    }),
    await staffFinding(tables),
  ]);
}

/** The same of the integrator's console. @throws SettingsError naming every setting that is wrong */
export async function integrationFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { integration: settings } = readIntegrationSettings(environment);
  return withOperatorTables(undefined, async (tables) => [
    await registrationFinding(tables, {
      ...integrationRegistration(settings),
      name: "integration",
      clientId: settings.integrationClientId,
    }),
  ]);
}
