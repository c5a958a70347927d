import { randomBytes } from "node:crypto";
import type { ApplicationKind, Registration } from "@sekimori/console-contract/application-schema";
import {
  applicationsOfOrganization,
  refusalsCounted,
  refusalsMost,
  walkMinutes,
} from "@sekimori/console-contract/constants";
import type { Applications } from "@sekimori/console-server/applications";
import type { IntegrationOptions } from "@sekimori/console-server/integration";
import type { Integrator, Integrators } from "@sekimori/console-server/integrators";
import type { Refusals } from "@sekimori/console-server/refusals";
import type { IntegrationSettings } from "@sekimori/console-server/settings";
import type { SigningKeys } from "@sekimori/console-server/signing-keys";
import type { Walks } from "@sekimori/console-server/walks";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalCore } from "@sekimori/portal-server/core";
import { organisationSpokenFor } from "@sekimori/portal-server/integrating-owner";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import type { ClientReach } from "@sekimori/portal-server/openid-client-reach";
import {
  beginClientWalk,
  claimClientWalk,
  endClientWalk,
  findClientWalk,
  WalkImpossible,
} from "@sekimori/portal-server/openid-client-walks";
import {
  addClient,
  type ClientRegistration,
  isOperatorsOwn,
  listClients,
  NoSecret,
  OwnApplication,
  type RegisteredClient,
  removeClient,
  rotateSecret,
  TooManyClients,
  updateClient,
} from "@sekimori/portal-server/openid-clients";
import { standingKeys } from "@sekimori/portal-server/openid-keys";
import { countRefusals, listRefusals } from "@sekimori/portal-server/openid-refusals";
import { seeStaff } from "@sekimori/portal-server/staff";
import { z } from "zod";
import { derivedSecret } from "./derived-secret.ts";

// What the integrator's console asks of the portal, by the services that the operator's commands call
// too. How far each call reaches is decided here, once, by who makes it.

type Core = Pick<PortalCore, "context">;

const reachOf = (who: Integrator): ClientReach =>
  who.kind === "staff" ? "all" : { organisation: who.organization };

/** Whose an application becomes that somebody registers; an organisation has room for so many. */
const roomOf = (who: Integrator) =>
  who.kind === "staff" ? {} : { organisation: who.organization, most: applicationsOfOrganization };

/** The operator's own applications are changed by commands alone: they open the operator's doors. */
const handOf = (who: Integrator) => ({ reach: reachOf(who), sparesOwn: true });

const portalIntegrators = ({ context }: Core, admitsOwners: boolean): Integrators => ({
  async find(subject, client) {
    const member = await seeStaff(context, subject);
    if (member?.roles.includes("integrator")) return { kind: "staff", name: member.name };
    if (!admitsOwners) return undefined;
    const owned = await organisationSpokenFor(context, subject);
    if (owned === undefined) return undefined;
    const { id: organization, name } = owned;
    return { kind: "owner", name, account: subject, organization, client };
  },
});

/** What a registration is, of what decides how it proves itself. */
function kindOf(client: RegisteredClient): ApplicationKind {
  if (client.isService) return "service";
  if (client.isDevice) return "device";
  if (client.isNative) return "native";
  return client.isPublic ? "browser" : "server";
}

/** The same the other way. */
const traitsOf = (kind: ApplicationKind) => ({
  isPublic: kind === "browser" || kind === "native" || kind === "device",
  isNative: kind === "native",
  isDevice: kind === "device",
  isService: kind === "service",
});

/** In the service's words: what is not there is left out, and by a change taken away. */
const asRegistered = (typed: Partial<Registration>) =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value ?? undefined]),
  ) as Partial<ClientRegistration>;

const proofOf = ({ isPublic, keys }: RegisteredClient) =>
  isPublic ? "none" : keys === undefined ? "secret" : "keys";

const listed = (client: RegisteredClient, refusals: number) =>
  ({
    id: client.clientId,
    name: client.name,
    kind: kindOf(client),
    proof: proofOf(client),
    isOwn: isOperatorsOwn(client),
    organization: client.organisation,
    createdAt: client.createdAt.toISOString(),
    refusals,
  }) as const;

function shown(client: RegisteredClient, refusals: number) {
  const { formerSecretUntil } = client;
  return {
    ...listed(client, refusals),
    registration: {
      name: client.name,
      nameJa: client.nameJa ?? null,
      nameEn: client.nameEn ?? null,
      redirectUris: client.redirectUris,
      postLogoutRedirectUris: client.postLogoutRedirectUris,
      backChannelLogoutUri: client.backChannelLogoutUri ?? null,
      initiateLoginUri: client.initiateLoginUri ?? null,
      policyUri: client.policyUri ?? null,
      termsUri: client.termsUri ?? null,
      origins: client.origins,
      // It is always among them, and nobody chooses it.
      scopes: client.scopes.filter((scope) => scope !== "openid"),
      secretIn: client.secretIn,
      idTokenAlgorithm: client.idTokenAlgorithm,
      idTokenClaims: client.idTokenClaims,
      isPkceOptional: client.isPkceOptional,
      requirePushedRequests: client.requirePushedRequests,
      requireDpop: client.requireDpop,
    },
    formerSecretUntil: formerSecretUntil?.toISOString() ?? null,
  };
}

/** What the service refuses is told at the field of the form. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OwnApplication) throw new AppError("OwnApplication", { cause: error });
    if (error instanceof NoSecret) throw new AppError("NoSecret", { cause: error });
    if (error instanceof WalkImpossible) throw new AppError("WalkImpossible", { cause: error });
    if (error instanceof TooManyClients) throw new AppError("ApplicationsFull", { cause: error });
    if (!(error instanceof z.ZodError)) throw error;
    const isInner = error.issues.some((one) => one.code === "custom" && one.params?.isInner);
    if (isInner) throw new AppError("PrivateAddress", { cause: error });
    const fields = error.issues.map(({ path }) => ({
      path: ["registration", ...path].map(String).join("."),
      code: "invalid" as const,
    }));
    throw new AppError("InvalidInput", { fields, cause: error });
  }
}

/** In whose name it is done: staff's among the operator's acts, an owner's in their own log. */
const booksOf = (context: Core["context"], who: Integrator) =>
  who.kind === "staff"
    ? { ...context, operator: who.name }
    : { ...context, owner: { account: who.account, client: who.client } };

function portalApplications({ context }: Core): Applications {
  const books = (who: Integrator) => booksOf(context, who);
  const show: Applications["show"] = async (id, who) => {
    const [client] = await listClients(context, reachOf(who), id);
    if (client === undefined) throw new AppError("ApplicationNotFound");
    const counts = await countRefusals(context, [id], refusalsCounted);
    return shown(client, counts.get(id) ?? 0);
  };
  const found = <T>(result: T | undefined | false): T => {
    if (result === undefined || result === false) throw new AppError("ApplicationNotFound");
    return result;
  };
  return {
    async list(who) {
      const clients = await listClients(context, reachOf(who));
      const ids = clients.map(({ clientId }) => clientId);
      const counts = await countRefusals(context, ids, refusalsCounted);
      const applications = clients.map((one) => listed(one, counts.get(one.clientId) ?? 0));
      return { applications: applications.toSorted((a, b) => a.name.localeCompare(b.name)) };
    },
    show,
    async add({ id, kind, registration }, who) {
      // A name that nobody guesses: an owner's must not be like somebody else's.
      const clientId = id ?? `app-${randomBytes(6).toString("hex")}`;
      const asked = { ...asRegistered(registration), ...traitsOf(kind), clientId };
      const { added, secret } = await refusing(() =>
        addClient(books(who), asked as ClientRegistration, roomOf(who)),
      );
      if (!added) throw new AppError("ApplicationIdTaken");
      return { id: clientId, secret: secret ?? null };
    },
    async change({ id, registration, was }, who) {
      const changes = asRegistered(registration);
      const hand = { ...handOf(who), was: was && asRegistered(was as Registration) };
      found(await refusing(() => updateClient(books(who), id, changes, hand)));
      return show(id, who);
    },
    async rotate({ id, keepHours, formerSecretUntil: until }, who) {
      const hand = { ...handOf(who), ending: until === null ? null : new Date(until) };
      const secret = await refusing(() => rotateSecret(books(who), id, keepHours, hand));
      return { secret: found(secret) };
    },
    async remove(id, who) {
      found(await refusing(() => removeClient(books(who), id, handOf(who))));
    },
  };
}

const portalWalks = ({ context }: Core): Walks => ({
  async begin(id, proof, who) {
    const hand = { ...handOf(who), minutes: walkMinutes };
    const isThere = await refusing(() => beginClientWalk(booksOf(context, who), id, proof, hand));
    if (!isThere) throw new AppError("ApplicationNotFound");
  },
  async find(id, proof, who) {
    const found = await refusing(() => findClientWalk(context, id, proof, { reach: reachOf(who) }));
    if (found === null) throw new AppError("ApplicationNotFound");
    return found;
  },
  async claim(id, proof, who) {
    const hand = { reach: reachOf(who) };
    const claimed = await refusing(() => claimClientWalk(context, id, proof, hand));
    if (claimed === null) throw new AppError("ApplicationNotFound");
    return claimed;
  },
  end: (id, proof) => endClientWalk(context, id, proof),
});

const portalKeys = ({ context }: Core): SigningKeys => ({
  async list() {
    const keys = await standingKeys(context);
    return keys.map(({ kid: id, signsFrom, signsUntil, publishedUntil, ...key }) => ({
      ...key,
      id,
      signsFrom: signsFrom.toISOString(),
      signsUntil: signsUntil?.toISOString() ?? null,
      publishedUntil: publishedUntil?.toISOString() ?? null,
    }));
  },
});

const portalRefusals = ({ context }: Core): Refusals => ({
  async list(query, who) {
    const kept = await listRefusals(context, reachOf(who), {
      ...query,
      most: refusalsMost + 1,
      seesUnknown: who.seesUnknown,
    });
    const refusals = kept.slice(0, refusalsMost).map(({ received, registered, at, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      parameters: [...new Set([...Object.keys(received), ...Object.keys(registered)])].map(
        (name) => ({
          name,
          received: received[name] ?? null,
          registered: [...(registered[name] ?? [])],
        }),
      ),
    }));
    return { refusals, next: kept.length > refusalsMost ? (refusals.at(-1)?.id ?? null) : null };
  },
});

/** Everything of the integrator's console that comes from the portal: its services, keys, migrations. */
export function integrationParts(
  core: Core,
  { integrationOwners }: Pick<IntegrationSettings, "integrationOwners">,
): Pick<
  IntegrationOptions,
  | "integrators"
  | "applications"
  | "refusals"
  | "walks"
  | "signingKeys"
  | "sealer"
  | "secrets"
  | "migrations"
> {
  const secret = core.context.settings.portalSecret.reveal();
  return {
    integrators: portalIntegrators(core, integrationOwners),
    applications: portalApplications(core),
    refusals: portalRefusals(core),
    walks: portalWalks(core),
    signingKeys: portalKeys(core),
    sealer: core.context.sealer,
    secrets: {
      csrf: derivedSecret(secret, "integration csrf"),
      limits: derivedSecret(secret, "integration limits"),
      walks: derivedSecret(secret, "integration walks"),
    },
    migrations: portalMigrations,
  };
}
