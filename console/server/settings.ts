import { boolean, integer, mode, networks, origin, secret } from "@sekimori/kit-server/settings";
import { z } from "zod";

/**
 * Everything the console's server is told from outside, beside what every process of the portal is
 * told; `parseSettings` reads each key from the variable of the same name in capitals.
 */
export const consoleSettingsSchema = z.object({
  sekimoriMode: mode(),
  /** Where the operator's staff reach the console; no member needs to. */
  consoleOrigin: origin(),
  /** The portal, by which staff sign in. */
  portalOrigin: origin(),
  /** How the console is registered at the portal's OpenID provider. */
  consoleClientId: z.string().trim().min(1).default("console"),
  /** What the console proves itself with to the portal: `operator clients add --preset console` prints it. */
  consoleClientSecret: secret(z.string().min(32, "must have at least 32 characters")),
  /** Addresses or networks that staff come from; everybody else is refused whatever they ask for. */
  consoleAllowedNetworks: networks().prefault("127.0.0.1, ::1"),
  /** By what staff sign in: `passkey`, or, in development alone, `any` way that the portal knows. */
  consoleSignIn: z.enum(["passkey", "any"]).default("passkey"),
  /** Yen of one invoice, and in one day, that one person may give back alone; more needs a second person. */
  consoleRefundAlone: integer({ min: 0, max: 100_000_000 }).prefault("20000"),
  /** Addresses or networks of our own reverse proxies. */
  trustedProxies: networks().prefault(""),
});

export type ConsoleSettings = Readonly<z.output<typeof consoleSettingsSchema>>;

/** The same of the integrator's console, which is a process of its own on an origin of its own. */
export const integrationSettingsSchema = z.object({
  sekimoriMode: mode(),
  /** Where integrators reach their console. */
  integrationOrigin: origin(),
  /** The portal, by which integrators sign in. */
  portalOrigin: origin(),
  /** How the integrator's console is registered at the portal's OpenID provider. */
  integrationClientId: z.string().trim().min(1).default("integration"),
  /** What it proves itself with to the portal: `operator clients add --preset integration` prints it. */
  integrationClientSecret: secret(z.string().min(32, "must have at least 32 characters")),
  /** Addresses or networks that integrators come from; everybody else is refused whatever they ask for. */
  integrationAllowedNetworks: networks().prefault("127.0.0.1, ::1"),
  /** By what integrators sign in: `passkey`, or, in development alone, `any` way that the portal knows. */
  integrationSignIn: z.enum(["passkey", "any"]).default("passkey"),
  /** Whether owners of organizations get in as well, for the applications of their own organization. */
  integrationOwners: boolean().prefault("false"),
  /** Addresses or networks of our own reverse proxies. */
  trustedProxies: networks().prefault(""),
});

export type IntegrationSettings = Readonly<z.output<typeof integrationSettingsSchema>>;
