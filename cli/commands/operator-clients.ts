import { readFileSync } from "node:fs";
import {
  consoleSettingsSchema,
  integrationSettingsSchema,
} from "@sekimori/console-server/settings";
import { karteSettingsSchema } from "@sekimori/karte-server/settings";
import { parseSettings } from "@sekimori/kit-server/settings";
import { logoFrom } from "@sekimori/portal-server/openid-client-logo";
import type { ClientRegistration } from "@sekimori/portal-server/openid-client-registration";
import {
  addClient as add,
  listClients,
  NoSecret,
  type RegisteredClient,
  removeClient,
  rotateSecret,
  updateClient as update,
} from "@sekimori/portal-server/openid-clients";
import { z } from "zod";
import {
  complaining,
  fail,
  type Named,
  OptionRefused,
  type Shared,
  say,
} from "../processes/operator-answers.ts";
import { withOperatorTables } from "../processes/operator-database.ts";

/** As typed; the registration checks them. What was not typed is undefined. */
export interface ClientOptions extends Named {
  readonly id?: string;
  readonly preset?: "karte" | "console" | "integration";
  readonly name?: string;
  /** False takes it away. */
  readonly nameJa?: string | false;
  readonly nameEn?: string | false;
  readonly redirectUri?: string[];
  readonly postLogoutRedirectUri?: string[];
  readonly backChannelLogoutUri?: string;
  readonly eventsUri?: string;
  readonly summariesUri?: string;
  readonly personalDataUri?: string;
  readonly leavingUri?: string;
  readonly resource?: string[];
  readonly introspects?: string[];
  readonly policyUri?: string;
  readonly termsUri?: string;
  readonly logo?: string;
  readonly initiateLoginUri?: string;
  readonly origin?: string[];
  readonly scope?: ClientRegistration["scopes"];
  readonly keys?: string;
  readonly secretIn?: "basic" | "post";
  readonly allowPrivateAddresses?: boolean;
  readonly firstParty?: boolean;
  readonly public?: boolean;
  readonly native?: boolean;
  readonly service?: boolean;
  readonly device?: boolean;
  readonly idTokenClaims?: boolean;
  readonly optionalPkce?: boolean;
  readonly requirePar?: boolean;
  readonly requireDpop?: boolean;
  readonly idTokenAlg?: "RS256" | "ES256";
}

/** What each part of a registration is typed with: complaints and `show` speak of options. */
export const optionOf = {
  clientId: "--id",
  name: "--name",
  nameJa: "--name-ja",
  nameEn: "--name-en",
  redirectUris: "--redirect-uri",
  postLogoutRedirectUris: "--post-logout-redirect-uri",
  backChannelLogoutUri: "--back-channel-logout-uri",
  eventsUri: "--events-uri",
  summariesUri: "--summaries-uri",
  personalDataUri: "--personal-data-uri",
  leavingUri: "--leaving-uri",
  resources: "--resource",
  introspects: "--introspects",
  policyUri: "--policy-uri",
  termsUri: "--terms-uri",
  logo: "--logo",
  initiateLoginUri: "--initiate-login-uri",
  origins: "--origin",
  scopes: "--scope",
  keys: "--keys",
  secretIn: "--secret-in",
  isFirstParty: "--first-party",
  isPublic: "--public",
  isNative: "--native",
  isService: "--service",
  isDevice: "--device",
  idTokenClaims: "--id-token-claims",
  isPkceOptional: "--optional-pkce",
  requirePushedRequests: "--require-par",
  requireDpop: "--require-dpop",
  idTokenAlgorithm: "--id-token-alg",
} as const satisfies Record<keyof ClientRegistration, string>;

/** @throws OptionRefused when there is no such file. */
function contentOf(option: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new OptionRefused(`${option}: ${file} cannot be read.`);
  }
}

/** A JSON Web Key Set in a file. @throws OptionRefused when it is none. */
function keysIn(file: string | undefined): ClientRegistration["keys"] | undefined {
  if (file === undefined) return undefined;
  const text = contentOf(optionOf.keys, file).toString("utf8");
  try {
    return (JSON.parse(text) as { keys: ClientRegistration["keys"] }).keys;
  } catch {
    throw new OptionRefused(`${optionOf.keys}: ${file} is no JSON.`);
  }
}

/** A picture in a file; what is none is refused by the registration. */
const logoIn = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : (logoFrom(contentOf(optionOf.logo, file)) ?? "no picture");

/** What `update` takes away again by `--no-…`. */
const taken: ReadonlySet<string> = new Set(["nameJa", "nameEn"]);

function registrationFrom(options: ClientOptions): Partial<ClientRegistration> {
  const named = {
    name: options.name,
    nameJa: options.nameJa,
    nameEn: options.nameEn,
    redirectUris: options.redirectUri,
    postLogoutRedirectUris: options.postLogoutRedirectUri,
    backChannelLogoutUri: options.backChannelLogoutUri,
    eventsUri: options.eventsUri,
    summariesUri: options.summariesUri,
    personalDataUri: options.personalDataUri,
    leavingUri: options.leavingUri,
    resources: options.resource,
    introspects: options.introspects,
    policyUri: options.policyUri,
    termsUri: options.termsUri,
    logo: logoIn(options.logo),
    initiateLoginUri: options.initiateLoginUri,
    origins: options.origin,
    scopes: options.scope,
    keys: keysIn(options.keys),
    secretIn: options.secretIn && (`client_secret_${options.secretIn}` as const),
    isFirstParty: options.firstParty,
    isPublic: options.public,
    isNative: options.native,
    isService: options.service,
    isDevice: options.device,
    idTokenClaims: options.idTokenClaims,
    isPkceOptional: options.optionalPkce,
    requirePushedRequests: options.requirePar,
    requireDpop: options.requireDpop,
    idTokenAlgorithm: options.idTokenAlg,
  };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, taken.has(key) && value === false ? undefined : value]),
  ) as Partial<ClientRegistration>;
}

/** What our own application is registered with; what is typed besides wins. */
async function presetOf({ preset }: ClientOptions): Promise<Partial<ClientRegistration>> {
  if (preset === undefined) return {};
  if (preset === "console") {
    const { consoleRegistration } = await import("@sekimori/console-server/adapters/portal");
    const { consoleClientId, consoleOrigin } = consoleSettingsSchema.shape;
    const own = parseSettings(z.object({ consoleClientId, consoleOrigin }), process.env);
    return { clientId: own.consoleClientId, ...consoleRegistration(own) };
  }
  if (preset === "integration") {
    const { integrationRegistration } = await import("@sekimori/console-server/adapters/portal");
    const { integrationClientId, integrationOrigin } = integrationSettingsSchema.shape;
    const schema = z.object({ integrationClientId, integrationOrigin });
    const own = parseSettings(schema, process.env);
    return { clientId: own.integrationClientId, ...integrationRegistration(own) };
  }
  const { karteRegistration } = await import("@sekimori/karte-server/adapters/portal");
  const { karteClientId, karteOrigin, portalOrigin } = karteSettingsSchema.shape;
  const settings = parseSettings(
    z.object({ karteClientId, karteOrigin, portalOrigin }),
    process.env,
  );
  return { clientId: settings.karteClientId, ...karteRegistration(settings) };
}

const consentOf = ({ allowPrivateAddresses }: ClientOptions) => ({
  allowsInner: allowPrivateAddresses ?? false,
});

const credentials = (id: string, secret: string | undefined): string =>
  secret === undefined
    ? `client_id      ${id}`
    : `client_id      ${id}\nclient_secret  ${secret}\nThe secret is not shown again; keep it now.`;

const nobody = (id: string): void => fail(`No application has the id ${id}.`);

/** `sekimori operator clients add`: prints the secret, once. */
export async function addClient(options: ClientOptions): Promise<void> {
  const preset = await presetOf(options);
  const id = options.id ?? preset.clientId;
  if (id === undefined || (options.name ?? preset.name) === undefined) {
    fail("--id and --name are required, or --preset.");
    return;
  }
  await complaining(optionOf, async () => {
    const registration = {
      ...preset,
      clientId: id,
      ...registrationFrom(options),
    } as ClientRegistration;
    const { added, secret } = await withOperatorTables(options.data, (books) =>
      add({ ...books, operator: options.operator }, registration, consentOf(options)),
    );
    if (!added) {
      fail(`${id} is registered already; change it by “clients update”, or remove it first.`);
      return;
    }
    say(options, { client_id: id, client_secret: secret }, credentials(id, secret));
  });
}

/** `sekimori operator clients update`: changes what is named and nothing else. */
export async function updateClient(id: string, options: ClientOptions): Promise<void> {
  await complaining(optionOf, async () => {
    const { clientId: _, ...preset } = await presetOf(options);
    const changes = { ...preset, ...registrationFrom(options) };
    if (Object.keys(changes).length === 0) return fail("Nothing to change: name an option.");
    const wasThere = await withOperatorTables(options.data, (books) =>
      update({ ...books, operator: options.operator }, id, changes, consentOf(options)),
    );
    if (!wasThere) return nobody(id);
    say(options, { client_id: id, changed: Object.keys(changes) }, `${id} is changed.`);
  });
}

/** `sekimori operator clients rotate-secret`: prints the new secret, once. */
export async function rotateClientSecret(
  id: string,
  options: Named & { readonly keepHours: number },
): Promise<void> {
  const secret = await withOperatorTables(options.data, (books) =>
    rotateSecret({ ...books, operator: options.operator }, id, options.keepHours),
  ).catch((error: unknown) => {
    if (error instanceof NoSecret) return null;
    throw error;
  });
  if (secret === undefined) return fail(`No application has the id ${id}.`);
  if (secret === null) return fail(`${id} has no secret: it proves itself by a key, or by none.`);
  const kept = `The former secret works for ${options.keepHours} hours more.`;
  say(options, { client_id: id, client_secret: secret }, `${credentials(id, secret)}\n${kept}`);
}

function lineOf({ clientId, name, isFirstParty, isPublic, keys }: RegisteredClient): string {
  const proof = isPublic ? "public" : keys === undefined ? "secret" : "key";
  return `${clientId}  ${name} (${isFirstParty ? "first party" : "third party"}, ${proof})`;
}

function textOf(client: RegisteredClient): string {
  const scopes = client.scopes.length === 0 ? "all" : client.scopes.join(" ");
  const uris = client.redirectUris.map((uri) => `    ${uri}`);
  return [lineOf(client), ...uris, `    scopes: ${scopes}`].join("\n");
}

/** `sekimori operator clients list` */
export async function showClients(options: Shared): Promise<void> {
  const clients = await withOperatorTables(options.data, listClients);
  const text = clients.map(textOf).join("\n");
  say(options, clients, text === "" ? "No application is registered." : text);
}

/** A part of a registration as it is typed; keys and a picture come in files. */
function typed(name: keyof typeof optionOf, value: unknown): readonly string[] {
  const option = optionOf[name];
  if (value === true) return [option];
  if (name === "keys") return [`${option} (${[value].flat().length} public keys)`];
  if (name === "logo") return [`${option} (a picture)`];
  const shown = (one: unknown) =>
    name === "secretIn" ? String(one).replace("client_secret_", "") : String(one);
  return [value].flat().map((one) => `${option} ${shown(one)}`);
}

/** `sekimori operator clients show`: all that is registered, as it can be typed again. */
export async function showClient(id: string, options: Shared): Promise<void> {
  const clients = await withOperatorTables(options.data, listClients);
  const client = clients.find(({ clientId }) => clientId === id);
  if (client === undefined) return nobody(id);
  const facts = Object.entries(client).filter(
    ([, value]) =>
      value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  const text = facts
    .filter(([name]) => Object.hasOwn(optionOf, name))
    .flatMap(([name, value]) => typed(name as keyof typeof optionOf, value));
  say(options, client, text.join("\n"));
}

/** `sekimori operator clients remove` */
export async function forgetClient(id: string, options: Named): Promise<void> {
  const wasThere = await withOperatorTables(options.data, (books) =>
    removeClient({ ...books, operator: options.operator }, id),
  );
  if (!wasThere) return nobody(id);
  say(options, { client_id: id }, `${id} is removed.`);
}
