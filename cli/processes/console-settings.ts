import {
  consoleSettingsSchema,
  integrationSettingsSchema,
} from "@sekimori/console-server/settings";
import {
  type Environment,
  integer,
  parseSettings,
  SettingsError,
} from "@sekimori/kit-server/settings";
import type { z } from "zod";
import { sameOrigin, unsafeSecrets } from "./production-rules.ts";
import { type ProcessSettings, processSettingsSchema, readProcessSettings } from "./settings.ts";

/** What only the machine itself is: a proxy on it would let everybody in. */
const thisMachine = /^(127(\.\d+){3}|::1)(\/\d+)?$/;

/** What a process of the console needs beside all that a process of the portal needs. */
export const consoleProcessSchema = consoleSettingsSchema
  .extend({
    karteOrigin: processSettingsSchema.shape.karteOrigin,
    /** Port on which the console answers. */
    consolePort: integer({ min: 1, max: 65_535 }).prefault("3004"),
  })
  .superRefine((settings, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    const { consoleOrigin, portalOrigin, karteOrigin, consoleAllowedNetworks: allowed } = settings;
    if (consoleOrigin === portalOrigin) refuse("consoleOrigin", sameOrigin);
    if (consoleOrigin === karteOrigin) refuse("consoleOrigin", "must not be that of KARTE_ORIGIN");
    if (settings.sekimoriMode === "development") return;
    if (!consoleOrigin.startsWith("https:")) {
      refuse("consoleOrigin", "must begin with https:// in production");
    }
    if (settings.consoleSignIn !== "passkey") {
      refuse("consoleSignIn", "must be passkey in production: nothing else resists phishing");
    }
    if (allowed.every((network) => thisMachine.test(network))) {
      refuse("consoleAllowedNetworks", "must name the networks that staff come from in production");
    }
    const secrets = { consoleClientSecret: settings.consoleClientSecret };
    for (const [key, message] of unsafeSecrets(secrets)) refuse(key, message);
  });

export type ConsoleProcessSettings = Readonly<z.output<typeof consoleProcessSchema>>;

/** The same of the integrator's console. */
export const integrationProcessSchema = integrationSettingsSchema
  .extend({
    karteOrigin: processSettingsSchema.shape.karteOrigin,
    /** Where staff reach their console, if there is one: integrators have another origin. */
    consoleOrigin: consoleSettingsSchema.shape.consoleOrigin.optional(),
    /** Port on which the integrator's console answers. */
    integrationPort: integer({ min: 1, max: 65_535 }).prefault("3005"),
  })
  .superRefine((settings, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    const { integrationOrigin: origin, portalOrigin, karteOrigin, consoleOrigin } = settings;
    if (origin === portalOrigin) refuse("integrationOrigin", sameOrigin);
    if (origin === karteOrigin) refuse("integrationOrigin", "must not be that of KARTE_ORIGIN");
    if (origin === consoleOrigin) refuse("integrationOrigin", "must not be that of CONSOLE_ORIGIN");
    if (settings.sekimoriMode === "development") return;
    if (!origin.startsWith("https:")) {
      refuse("integrationOrigin", "must begin with https:// in production");
    }
    if (settings.integrationSignIn !== "passkey") {
      refuse("integrationSignIn", "must be passkey in production: nothing else resists phishing");
    }
    if (settings.integrationAllowedNetworks.every((network) => thisMachine.test(network))) {
      refuse("integrationAllowedNetworks", "must name integrators' networks in production");
    }
    const secrets = { integrationClientSecret: settings.integrationClientSecret };
    for (const [key, message] of unsafeSecrets(secrets)) refuse(key, message);
  });

export type IntegrationProcessSettings = Readonly<z.output<typeof integrationProcessSchema>>;

/** @throws SettingsError naming every setting, the portal's too, that is missing or wrong */
function beside<T>(
  environment: Environment,
  read: () => T,
): { readonly portal: ProcessSettings; readonly own: T } {
  const problems = new Set<string>();
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const problem of error.problems) problems.add(problem);
      return undefined;
    }
  };
  const portal = attempt(() => readProcessSettings(environment));
  const own = attempt(read);
  if (portal === undefined || own === undefined) throw new SettingsError([...problems]);
  return { portal, own };
}

/** @throws SettingsError naming every setting, the portal's too, that is missing or wrong */
export function readConsoleSettings(environment: Environment): {
  readonly portal: ProcessSettings;
  readonly console: ConsoleProcessSettings;
} {
  const read = () => parseSettings(consoleProcessSchema, environment);
  const { portal, own } = beside(environment, read);
  return { portal, console: own };
}

/** @throws SettingsError naming every setting, the portal's too, that is missing or wrong */
export function readIntegrationSettings(environment: Environment): {
  readonly portal: ProcessSettings;
  readonly integration: IntegrationProcessSettings;
} {
  const read = () => parseSettings(integrationProcessSchema, environment);
  const { portal, own } = beside(environment, read);
  return { portal, integration: own };
}
