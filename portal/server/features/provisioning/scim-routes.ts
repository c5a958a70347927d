import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { groupKind, kinds, type ResourceKind, userKind, type Values } from "./attributes.ts";
import { authorise, takeLongLook } from "./authorise.ts";
import { baseOf, type Caller, isOneOf, notFound, versionOf } from "./caller.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import {
  createGroup,
  deleteGroup,
  listAllGroups,
  patchGroup,
  readGroup,
  replaceGroup,
} from "./groups-service.ts";
import { listResponse, readQuery, readShown, shows } from "./lists.ts";
import {
  type Answer,
  type Change,
  createPerson,
  deletePerson,
  listPersons,
  patchPerson,
  readPerson,
  replacePerson,
} from "./people-service.ts";
import { ScimError, wrong } from "./scim-error.ts";

export const scimPath = "/scim/v2";
const bodyLimit = 512 * 1024;
const nestingMost = 12;
const contentType = "application/scim+json; charset=utf-8";

interface Params {
  readonly organisation: string;
  readonly id?: string;
}

/** Refuses what is nested deeper than any resource before it is parsed. @throws ScimError */
function requireShallow(text: string): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isText) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === "{" || letter === "[") {
      depth += 1;
      if (depth > nestingMost) {
        throw wrong("invalidSyntax", `The body is nested deeper than ${nestingMost}.`);
      }
    } else if (letter === "}" || letter === "]") depth -= 1;
  }
}

function parsed(text: string): unknown {
  requireShallow(text);
  try {
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    throw wrong("invalidSyntax", "The body is no JSON.");
  }
}

/** What any refusal becomes for a SCIM client. */
function refusalOf(app: FastifyInstance, error: unknown, request: FastifyRequest) {
  if (error instanceof ScimError) return { refusal: error, retryAfter: undefined };
  const code = (error as { code?: unknown }).code;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return {
      refusal: new ScimError(413, `A body has ${bodyLimit / 1024} KiB at most.`),
      retryAfter: undefined,
    };
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return {
      refusal: new ScimError(
        415,
        "The content type has to be application/scim+json or application/json.",
      ),
      retryAfter: undefined,
    };
  }
  const { status, body, retryAfter } = app.kit.errors.map(error, request.id);
  return { refusal: new ScimError(status, body.error.message), retryAfter };
}

/** The path is the organisation's; who calls is known by a token of it. */
const callers = new WeakMap<FastifyRequest, Caller>();

function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error("Asked before the call was authorised.");
  return caller;
}

/** SCIM 2.0 (RFC 7643, RFC 7644) for directories of organisations; docs/integrate/scim.md is its guide. */
export async function registerScim(app: FastifyInstance, context: PortalContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/scim+json", "application/json"],
      { parseAs: "string", bodyLimit },
      (_request, body, done) => {
        try {
          done(null, parsed(String(body)));
        } catch (error) {
          done(error as Error);
        }
      },
    );
    scope.addHook("onRequest", async (request, reply) => {
      reply.type(contentType).header("cache-control", "no-store");
      const { organisation } = request.params as Params;
      callers.set(request, await authorise(context, request, organisation));
    });
    scope.setErrorHandler((error, request, reply) => {
      const { refusal, retryAfter } = refusalOf(app, error, request);
      const level = refusal.status >= 500 && refusal.status !== 501 ? "error" : "debug";
      request.log[level]({ err: error, status: refusal.status }, "directory refused or failed");
      if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
      if (refusal.status === 401) reply.header("www-authenticate", "Bearer");
      reply.refusal = refusal.scimType ?? `Scim${refusal.status}`;
      return reply.code(refusal.status).type(contentType).send(JSON.stringify(refusal.body));
    });
    const routes = new ScimRoutes(scope, context);
    routes.discovery();
    routes.resources(userKind, {
      list: (caller, query) =>
        listPersons(context, caller, query, () => takeLongLook(context, caller)),
      read: (caller, id, shown) => readPerson(context, caller, id, shown),
      create: (caller, body, shown) => createPerson(context, caller, body, shown),
      replace: (caller, change) => replacePerson(context, caller, change),
      patch: (caller, change) => patchPerson(context, caller, change),
      remove: (caller, change) => deletePerson(context, caller, change),
    });
    routes.resources(groupKind, {
      list: (caller, query) => listAllGroups(context, caller, query),
      read: (caller, id, shown) => readGroup(context, caller, id, shown),
      create: (caller, body, shown) => createGroup(context, caller, body, shown),
      replace: (caller, change) => replaceGroup(context, caller, change),
      patch: (caller, change) => patchGroup(context, caller, change),
      remove: (caller, change) => deleteGroup(context, caller, change),
    });
    routes.refusals();
  });
}

interface Service {
  list(
    caller: Caller,
    query: ReturnType<typeof readQuery>,
  ): Promise<{ readonly total: number; readonly resources: readonly Values[] }>;
  read(caller: Caller, id: string, shown: Change["shown"]): Promise<Answer>;
  create(caller: Caller, body: unknown, shown: Change["shown"]): Promise<Answer>;
  replace(caller: Caller, change: Change): Promise<Answer>;
  patch(caller: Caller, change: Change): Promise<Answer>;
  remove(caller: Caller, change: Pick<Change, "id" | "ifMatch">): Promise<void>;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

class ScimRoutes {
  readonly #scope: FastifyInstance;
  readonly #context: PortalContext;
  /** Of each path, the methods that it answers. */
  readonly #answered = new Map<string, Set<Method>>();

  constructor(scope: FastifyInstance, context: PortalContext) {
    this.#scope = scope;
    this.#context = context;
  }

  #on(method: Method, path: string, handler: Handler): void {
    this.#answered.set(path, (this.#answered.get(path) ?? new Set()).add(method));
    this.#scope.route({
      method,
      url: `${scimPath}/:organisation${path}`,
      schema: { hide: true },
      config: { csrf: false },
      handler: async (request, reply) => {
        const answer = await handler(request, reply);
        return reply.send(answer === undefined ? "" : JSON.stringify(answer));
      },
    });
  }

  discovery(): void {
    const base = (request: FastifyRequest) =>
      baseOf(this.#context, callerOf(request).organisationId);
    const list = (resources: readonly Values[], request: FastifyRequest) => {
      // RFC 7644, section 4: a filter on these is refused.
      if ((request.query as Values).filter !== undefined) {
        throw new ScimError(403, "What the server can do is told whole, without filters.");
      }
      return listResponse({ total: resources.length, resources }, 1);
    };
    const one = (resources: readonly Values[], request: FastifyRequest) => {
      const { id = "" } = request.params as Params;
      const found = resources.find((each) => String(each.id).toLowerCase() === id.toLowerCase());
      if (!found) throw notFound();
      return found;
    };
    this.#on("GET", "/ServiceProviderConfig", async (request) =>
      serviceProviderConfig(base(request)),
    );
    this.#on("GET", "/ResourceTypes", async (request) =>
      list(resourceTypes(base(request)), request),
    );
    this.#on("GET", "/ResourceTypes/:id", async (request) =>
      one(resourceTypes(base(request)), request),
    );
    this.#on("GET", "/Schemas", async (request) => list(schemas(base(request)), request));
    this.#on("GET", "/Schemas/:id", async (request) => one(schemas(base(request)), request));
  }

  resources(kind: ResourceKind, service: Service): void {
    const { endpoint } = kind;
    const shownOf = (request: FastifyRequest) => readShown(request.query as Values);
    const changeOf = (request: FastifyRequest): Change => ({
      id: (request.params as Params).id ?? "",
      ifMatch: request.headers["if-match"],
      body: request.body,
      shown: shownOf(request),
    });
    const tagged = (reply: FastifyReply, { resource, location, revision }: Answer) => {
      reply.header("etag", versionOf(revision)).header("content-location", location);
      return resource;
    };
    this.#on("GET", endpoint, async (request) => {
      const query = readQuery(request.query as Values, kind);
      return listResponse(await service.list(callerOf(request), query), query.startIndex);
    });
    this.#on("POST", `${endpoint}/.search`, async (request) => {
      const body = (request.body ?? {}) as Values;
      const query = readQuery(typeof body === "object" ? body : {}, kind);
      return listResponse(await service.list(callerOf(request), query), query.startIndex);
    });
    this.#on("POST", endpoint, async (request, reply) => {
      const answer = await service.create(callerOf(request), request.body, shownOf(request));
      reply.code(201).header("location", answer.location);
      return tagged(reply, answer);
    });
    this.#on("GET", `${endpoint}/:id`, async (request, reply) => {
      const { id = "" } = request.params as Params;
      const answer = await service.read(callerOf(request), id, shownOf(request));
      if (isOneOf(request.headers["if-none-match"], answer.revision)) {
        reply.code(304).header("etag", versionOf(answer.revision));
        return undefined;
      }
      return tagged(reply, answer);
    });
    this.#on("PUT", `${endpoint}/:id`, async (request, reply) =>
      tagged(reply, await service.replace(callerOf(request), changeOf(request))),
    );
    this.#on("PATCH", `${endpoint}/:id`, async (request, reply) => {
      const change = changeOf(request);
      const resource = tagged(reply, await service.patch(callerOf(request), change));
      // A group of thousands is not sent back for one change, unless it is asked for.
      const isAsked = change.shown.only !== undefined;
      if (kind !== groupKind || (isAsked && shows(change.shown, "members", kind))) return resource;
      reply.code(204);
      return undefined;
    });
    this.#on("DELETE", `${endpoint}/:id`, async (request, reply) => {
      await service.remove(callerOf(request), changeOf(request));
      reply.code(204);
      return undefined;
    });
  }

  /** What the RFC knows and this server doesn't do, and what nobody knows. */
  refusals(): void {
    this.#on("POST", "/Bulk", async () => {
      throw new ScimError(501, "Bulk is not supported: send each change by itself, 25 a second.");
    });
    this.#on("POST", "/.search", async () => {
      throw new ScimError(501, "One kind at a time is searched: /Users/.search, /Groups/.search.");
    });
    for (const [path, answered] of [...this.#answered]) {
      const allow = [...answered].join(", ");
      for (const method of methods.filter((one) => !answered.has(one))) {
        this.#on(method, path, async (_, reply) => {
          reply.header("allow", allow);
          throw new ScimError(405, `This address answers ${allow}.`);
        });
      }
    }
    this.#scope.all(`${scimPath}/:organisation/Me`, { config: { csrf: false } }, async () => {
      throw new ScimError(501, "A directory is nobody: there is no /Me.");
    });
    for (const url of [`${scimPath}/:organisation`, `${scimPath}/:organisation/*`]) {
      this.#scope.all(url, { config: { csrf: false } }, async () => {
        const known = kinds.map(({ endpoint }) => endpoint).join(", ");
        throw new ScimError(
          404,
          `There is nothing here; there are ${known} and what describes them.`,
        );
      });
    }
  }
}
