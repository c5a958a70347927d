import type {
  AnyEndpoint,
  EndpointRequest,
  EndpointResult,
  Limit,
  LimitSubject,
  LoadClass,
} from "@sekimori/kit-contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Limiter } from "../limits/limits.ts";
import { declaredErrors } from "./declared-errors.ts";
import { holdOff } from "./hold-off.ts";
import { errorsByStatus } from "./openapi.ts";
import { strictSchema } from "./strict-schema.ts";

/** What a handler is called with: the declared parts, parsed, and Fastify's two objects. */
export type EndpointCall<E extends AnyEndpoint> = EndpointRequest<E> & {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Returns the answer's body, or the reply itself when it has answered otherwise (a redirect). */
export type EndpointHandler<E extends AnyEndpoint> = (
  call: EndpointCall<E>,
) => Promise<EndpointResult<E> | FastifyReply> | EndpointResult<E> | FastifyReply;

export interface BinderOptions {
  /** Required as soon as one endpoint declares limits. */
  readonly limiter?: Limiter;
  /** Enforces the endpoint's `access` word; throws AppError to refuse. Runs before the body is read. */
  readonly authorise: (access: string, request: FastifyRequest) => Promise<void> | void;
  /** What the caller presents, hashed; so many of its reads are authorised at the same time. */
  readonly presented?: (request: FastifyRequest) => string | undefined;
  /**
   * Names whom a limit counts, from the server's own records; called when `authorise` has passed
   * and, for a recipient, when the body is known to be well-formed. Undefined where the call has no
   * such subject: then the call's other limits hold.
   */
  readonly subject?: (
    request: FastifyRequest,
    by: Exclude<LimitSubject, "network">,
  ) => Promise<string | undefined> | string | undefined;
}

/** Before anything is known of a caller: asking who they are is work too. */
const arrivals: LoadClass = { name: "arrival", each: 2, waiting: 256 };

export interface BindOptions {
  /** false: called by other servers or by a cross-site post; the handler proves the caller itself. */
  readonly csrf?: boolean;
  /** Largest body in bytes, where it differs from the server's. */
  readonly bodyLimit?: number;
  /** Refuses by throwing what would only be refused later, before anything is spent on the call. */
  readonly onArrival?: (request: FastifyRequest) => void;
}

export type Bind = <E extends AnyEndpoint>(
  endpoint: E,
  handler: EndpointHandler<E>,
  options?: BindOptions,
) => void;

/**
 * Makes the function that binds endpoints to `app`. Order for each call: origin and token (csrf),
 * `onArrival`, limits by network, `authorise`, limits by account, flow and attempt, the turn in its
 * class of load, body and its schema, limits by recipient, handler, answer's schema.
 */
export function createBinder(app: FastifyInstance, options: BinderOptions): Bind {
  const { limiter, authorise, subject } = options;

  const spend = async (
    endpoint: AnyEndpoint,
    limits: readonly Limit[],
    request: FastifyRequest,
  ) => {
    for (const limit of limits) {
      const { by } = limit;
      const key = by === "network" ? request.ip : await subject?.(request, by);
      if (key !== undefined) await limiter?.consume(endpoint.name, limit, key);
    }
  };

  /** Who is meant: a program, a person, or nobody known at this address. */
  const callerOf = async (request: FastifyRequest): Promise<string> => {
    for (const by of ["application", "account"] as const) {
      const known = await subject?.(request, by);
      if (known !== undefined) return `${by} ${known}`;
    }
    return `network ${request.ip}`;
  };

  /** Authorises, a few at a time for one presented token where the call has a class of load. */
  const admit = async ({ access, load }: AnyEndpoint, request: FastifyRequest): Promise<void> => {
    const key = load && options.presented?.(request);
    if (key === undefined) return authorise(access, request);
    const leave = await app.kit.gates.enter(arrivals, key);
    try {
      await authorise(access, request);
    } finally {
      leave();
    }
  };

  /**
   * A recipient's budget is somebody else's than the caller's: it is taken when all else has passed,
   * and given back by a call that fails, so that nobody is barred by what was never done.
   */
  const reserve = async (
    endpoint: AnyEndpoint,
    limits: readonly Limit[],
    request: FastifyRequest,
  ): Promise<(() => Promise<void>) | undefined> => {
    const subjectOf = limits.length > 0 ? await subject?.(request, "recipient") : undefined;
    if (subjectOf === undefined) return undefined;
    return limiter?.reserve(
      limits.map((limit) => ({ name: endpoint.name, limit, subject: subjectOf })),
    );
  };

  return (endpoint, handler, bindOptions = {}) => {
    const { load } = endpoint;
    if (endpoint.limits.length === 0 && load === undefined) {
      throw new Error(`${endpoint.name} declares no limit: give it limits or a class of load.`);
    }
    if (endpoint.limits.length > 0 && !limiter) {
      throw new Error(`${endpoint.name} declares limits, but the binder has no limiter.`);
    }
    errorsByStatus(endpoint, app.kit.errors.table); // Fails at start when an error has no status.
    const byNetwork = endpoint.limits.filter((limit) => limit.by === "network");
    const byRecipient = endpoint.limits.filter((limit) => limit.by === "recipient");
    const byCaller = endpoint.limits.filter(
      (limit) => !byNetwork.includes(limit) && !byRecipient.includes(limit),
    );
    app.kit.endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        operationId: endpoint.name,
        summary: endpoint.summary,
        tags: [endpoint.tag],
        ...(endpoint.params ? { params: strictSchema(endpoint.params) } : {}),
        ...(endpoint.query ? { querystring: strictSchema(endpoint.query) } : {}),
        ...(endpoint.body ? { body: strictSchema(endpoint.body) } : {}),
        response: { "2xx": endpoint.response },
      },
      config: {
        endpoint,
        errorTypes: declaredErrors(endpoint),
        ...(bindOptions.csrf === undefined ? {} : { csrf: bindOptions.csrf }),
      },
      ...(bindOptions.bodyLimit === undefined ? {} : { bodyLimit: bindOptions.bodyLimit }),
      onRequest: async (request) => {
        bindOptions.onArrival?.(request);
        if (byNetwork.length > 0) await spend(endpoint, byNetwork, request);
        await admit(endpoint, request);
        if (byCaller.length > 0) await spend(endpoint, byCaller, request);
      },
      ...(load === undefined
        ? {}
        : {
            preValidation: async (request: FastifyRequest, reply: FastifyReply) =>
              holdOff(app.kit.gates, load, await callerOf(request), reply),
          }),
      handler: async (request, reply) => {
        const giveBack = await reserve(endpoint, byRecipient, request);
        try {
          const answer = await handler({
            params: request.params,
            query: request.query,
            body: request.body,
            request,
            reply,
          } as unknown as EndpointCall<typeof endpoint>);
          // A refusal stays JSON.
          if (endpoint.mediaType !== undefined) reply.type(`${endpoint.mediaType}; charset=utf-8`);
          return answer;
        } catch (error) {
          await giveBack?.();
          throw error;
        }
      },
    });
  };
}
