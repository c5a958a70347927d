import { randomBytes } from "node:crypto";
import cookie from "@fastify/cookie";
import { clockHeader } from "@sekimori/kit-contract/clock-header";
import type { AnyEndpoint, LoadClass } from "@sekimori/kit-contract/endpoint";
import { loadClasses } from "@sekimori/kit-contract/load-classes";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Clock } from "../clock/clock.ts";
import type { ErrorMapper } from "../errors/errors.ts";
import { AppError } from "../errors/errors.ts";
import { createGates, type Gates } from "../limits/gates.ts";
import type { Logger } from "../logger/logger.ts";
import { logAnswers } from "./answer-log.ts";
import { createArrivalTurns } from "./arrival-turns.ts";
import { registerDeadline } from "./deadline.ts";
import { UndeclaredError } from "./declared-errors.ts";
import { cleanForwardedFor } from "./forwarded-address.ts";
import { createHeldRefusals, type HeldRefusals } from "./held-refusals.ts";
import { holdOff } from "./hold-off.ts";
import { knownRoutes, pathOf, wrongAddress } from "./known-routes.ts";
import { closeLingering } from "./lingering-close.ts";
import { registerOpenApi } from "./openapi.ts";
import { rawErrorAnswer } from "./raw-errors.ts";
import { requestIds } from "./request-id.ts";
import { requestLog } from "./request-log.ts";
import { traceRequests } from "./request-trace.ts";
import { serializerCompiler, validatorCompiler } from "./schema-compilers.ts";
import {
  commonHeaders,
  documentHeaders,
  pagePolicy,
  type SecurityOptions,
} from "./security-headers.ts";
import { type TlsMaterial, tlsOptions } from "./tls.ts";
import { trustedPeers } from "./trusted-peers.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export {
  type Bind,
  type BinderOptions,
  type BindOptions,
  createBinder,
  type EndpointCall,
  type EndpointHandler,
} from "./binder.ts";
export { connectionGone } from "./connection-gone.ts";
export { wrongAddress } from "./known-routes.ts";
export { createReplicaReads, type ReplicaReads } from "./replica-reads.ts";
export type { SecurityOptions } from "./security-headers.ts";
export type { TlsMaterial } from "./tls.ts";

export interface HttpServerOptions {
  /** Title of the OpenAPI document and name in the log. */
  readonly name: string;
  /** The application's own origin as browsers see it. */
  readonly origin: string;
  readonly logger: Logger;
  readonly errors: ErrorMapper;
  /** Addresses or networks of our own reverse proxies; nobody's X-Forwarded-For counts otherwise. */
  readonly trustedProxies?: readonly string[];
  readonly clock: Clock;
  readonly security: SecurityOptions;
  /** Largest request body in bytes; 256 KiB unless given. Bind options can raise it for one route. */
  readonly bodyLimit?: number;
  /** Milliseconds after which an unanswered request becomes 504 Timeout; 25 s unless given. */
  readonly handlerTimeout?: number;
  /** Speaks TLS itself instead of leaving it to a proxy. */
  readonly tls?: TlsMaterial;
  /** An installation for trying out: every page says so. */
  readonly isStaging?: boolean;
  /** How much wider every class of load is; for development and measuring. */
  readonly loadFactor?: number;
  /** Whether what was shed for want of room would be let in now: who is held is told sooner then. */
  readonly hasRoom?: () => boolean;
}

export interface HttpServerState {
  readonly name: string;
  readonly origin: string;
  readonly clock: Clock;
  readonly errors: ErrorMapper;
  readonly endpoints: AnyEndpoint[];
  /** Whose turn it is, for calls that have a class of load. */
  readonly gates: Gates;
  /** "signIn Conflict": refusals that were not answered because nobody declared them; for tests. */
  readonly undeclared: Set<string>;
  /** Whether every page says that this installation is for trying out. */
  readonly isStaging: boolean;
  /** Answers to shed requests that are held for a moment. */
  readonly heldRefusals: HeldRefusals;
  /** Whether this process is about to stop: it still answers all, and /readyz says 503. */
  isLeaving: boolean;
  /** Writes an HTML page's headers and returns the nonce that its scripts and styles carry. */
  startPage(reply: FastifyReply): string;
  /** The place of a call in the reference, where the server has one. */
  helpFor?: (endpoint: string) => string;
  /** Answers a GET that no route matches; true when it did. The static site sets it. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

declare module "fastify" {
  interface FastifyInstance {
    kit: HttpServerState;
  }
  interface FastifyReply {
    /** The error type that was answered; for the log. */
    refusal: string | undefined;
    /** What was said beyond the type, in words of ours; for the log. */
    refusalReason: string | undefined;
    /** Refused on purpose to keep others served; for the log. */
    isShed: boolean;
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint;
    /** The class of a route that no contract declares; what anybody may read unless given. */
    load?: LoadClass;
    /** The error types that the endpoint can answer with. */
    errorTypes?: ReadonlySet<string>;
  }
}

/** What a contract does not declare cannot leave: an error as little as a field of an answer. */
function undeclaredError(app: FastifyInstance, error: unknown, request: FastifyRequest) {
  const { endpoint, errorTypes } = request.routeOptions?.config ?? {};
  if (endpoint === undefined) return undefined;
  const { type } = app.kit.errors.map(error, request.id).body.error;
  if (errorTypes?.has(type)) return undefined;
  app.kit.undeclared.add(`${endpoint.name} ${type}`);
  return new UndeclaredError(endpoint, type, error);
}

function answerError(
  app: FastifyInstance,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const error = undeclaredError(app, thrown, request) ?? thrown;
  const mapped = app.kit.errors.map(error, request.id);
  request.log[mapped.level]({ err: error, status: mapped.status }, "request refused or failed");
  if (reply.sent) return;
  closeLingering(request.raw);
  reply.refusal = mapped.body.error.type;
  const { type, message } = mapped.body.error;
  if (message !== app.kit.errors.table[type]?.message) reply.refusalReason = message;
  reply.isShed = mapped.isShed;
  if (mapped.retryAfter !== undefined) reply.header("retry-after", String(mapped.retryAfter));
  const { endpoint } = request.routeOptions?.config ?? {};
  const help = endpoint && app.kit.helpFor?.(endpoint.name);
  if (help !== undefined && !mapped.isShed) reply.header("link", `<${help}>; rel="help"`);
  reply.code(mapped.status).type("application/json; charset=utf-8");
  // Text, so that no schema of the success answer is applied to it.
  const text = JSON.stringify(mapped.body);
  if (!mapped.isShed || reply.raw.destroyed) {
    reply.send(text);
    return;
  }
  // Who was refused asks again on a connection of its own, and not at once.
  reply.header("connection", "close");
  const forget = app.kit.heldRefusals.hold(() => {
    reply.raw.off("close", forget);
    if (!reply.sent) reply.send(text);
  });
  reply.raw.once("close", forget);
}

/** Says where a body stops being JSON; the parser's own words would repeat what was sent. */
function unreadableJson(body: string, cause: Error): AppError {
  let place = "";
  try {
    JSON.parse(body);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) place = ` (position ${position})`;
  }
  const sentence = `The body isn't valid JSON${place}.`;
  return new AppError("InvalidInput", { sentence, cause });
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // A client that always names the type sends an empty body where none is expected.
    if (body === "") done(null, undefined);
    // With a callback it gives no promise.
    else
      void parseJson(request, body as string, (error, parsed) => {
        if (error === null) done(null, parsed);
        else done(unreadableJson(body as string, error));
      });
  });
}

/** Node looks for slow senders every 30 s unless told to: 10 s for headers would be up to 40. */
const slowSenders = { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 } as const;

/**
 * Builds an HTTP server that is safe by default: request ids, security headers, JSON only, one
 * error form, OpenAPI. Bind endpoints with `createBinder`; call `listen` when all is bound.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const isTrusted = trustedPeers(options.trustedProxies ?? []);
  const app = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    childLoggerFactory: (_logger, bindings) => requestLog(options.logger, bindings.requestId),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    clientErrorHandler: rawErrorAnswer(options.errors),
    genReqId: requestIds(isTrusted),
    trustProxy: (address: string) => isTrusted(address),
    bodyLimit: options.bodyLimit ?? 256 * 1024,
    // What was accepted before the end is answered, with "Connection: close"; nobody is refused
    // because a process is being replaced.
    return503OnClosing: false,
    // Slow senders lose their socket: 10 s for headers, 30 s for the whole request.
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    ...(options.tls
      ? { https: { ...tlsOptions(options.tls), ...slowSenders } }
      : { http: slowSenders }),
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      answerError(
        app,
        error,
        request as unknown as FastifyRequest,
        reply as unknown as FastifyReply,
      );
    },
  }) as unknown as FastifyInstance;

  const policy = pagePolicy(options.origin, options.security);
  const isFramed = (options.security.frameAncestors ?? []).length > 0;
  const headers = Object.entries(commonHeaders(options.origin));
  const pageHeaders = Object.entries(documentHeaders(options.security));
  app.decorate("kit", {
    name: options.name,
    origin: options.origin,
    clock: options.clock,
    errors: options.errors,
    endpoints: [],
    gates: createGates(options.loadFactor),
    undeclared: new Set<string>(),
    isStaging: options.isStaging ?? false,
    heldRefusals: createHeldRefusals(options.hasRoom),
    isLeaving: false,
    startPage(reply) {
      const nonce = randomBytes(16).toString("base64");
      for (const [name, value] of pageHeaders) reply.header(name, value);
      reply.header("content-security-policy", policy(nonce)).type("text/html; charset=utf-8");
      // For browsers that do not know frame-ancestors; it cannot express a list of origins.
      if (!isFramed) reply.header("x-frame-options", "DENY");
      return nonce;
    },
  });

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptOnlyJson(app);
  const routes = knownRoutes();
  app.addHook("onRoute", ({ method, url }) => routes.add([method].flat(), url));
  registerDeadline(app, options.handlerTimeout ?? 25_000);
  const turns = createArrivalTurns();
  app.addHook("onRequest", (request, _reply, done) => turns.take(request.raw, done));
  traceRequests(app);
  app.addHook("onRequest", (request, reply, done) => {
    cleanForwardedFor(request.raw);
    reply.header("x-request-id", request.id);
    reply.header(clockHeader, options.clock.now().toISOString());
    for (const [name, value] of headers) reply.header(name, value);
    done();
  });
  // What no contract declares has a class all the same: pages, files, the provider's own calls.
  app.addHook("onRequest", async (request, reply) => {
    const { endpoint, load } = request.routeOptions.config;
    if (endpoint !== undefined) return;
    await holdOff(app.kit.gates, load ?? loadClasses.public, `network ${request.ip}`, reply);
  });
  logAnswers(app, options.logger);
  app.addHook("preClose", async () => app.kit.heldRefusals.release());
  app.setErrorHandler((error, request, reply) => answerError(app, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (app.kit.notFound?.(request, reply)) return;
    const taken = routes.methodsAt(pathOf(request));
    // The method is right, then it is something else that isn't there.
    const methods = taken.includes(request.method) ? [] : taken;
    if (methods.length > 0) reply.header("allow", methods.join(", "));
    const type = methods.length > 0 ? "MethodNotAllowed" : "NotFound";
    const sentence = wrongAddress(methods, request.method);
    answerError(app, new AppError(type, { sentence }), request, reply);
  });
  await app.register(cookie);
  await registerOpenApi(app, {
    title: options.name,
    origin: options.origin,
    table: options.errors.table,
  });
  return app;
}

/** The endpoints bound so far, in the order of binding. */
export function boundEndpoints(app: FastifyInstance): readonly AnyEndpoint[] {
  return app.kit.endpoints;
}

/** The OpenAPI 3.1 document of every bound endpoint, with the errors each can give. */
export async function openApiDocument(app: FastifyInstance): Promise<object> {
  await app.ready();
  return app.swagger();
}
