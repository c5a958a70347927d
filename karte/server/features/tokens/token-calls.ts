import { tokenCallsPerMinute, workspaceCallsPerMinute } from "@sekimori/karte-contract/constants";
import { type KarteEndpoint, tokenScopeOf } from "@sekimori/karte-contract/endpoints/declare";
import { type Act, actsOf, mayDo } from "@sekimori/karte-contract/rights";
import { type TokenScope, tokenMay } from "@sekimori/karte-contract/token-scopes";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import { hashToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import type { Allowance } from "@sekimori/kit-server/limits";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import { hearContract } from "../contract/contract-service.ts";
import { openPerson } from "../principals/person.ts";
import type { Programs } from "../principals/principals.ts";

/** Begins every token, so that people and scanners for leaked secrets know what they see. */
export const tokenPrefix = "skt_";

const shape = new RegExp(`^${tokenPrefix}[A-Za-z0-9_-]{43}$`);

const howToSend = `Send a token as “Authorization: Bearer ${tokenPrefix}…”.`;

/** How long what the portal said of the plan is believed without asking again. */
const heardMs = 60_000;

/** Counted of networks: whoever tries tokens, not who has one. */
const tries: Limit = { by: "network", points: 60, seconds: 60 };
const ofToken: Limit = { by: "application", points: tokenCallsPerMinute, seconds: 60 };
/** Of all tokens together, because another token is no other customer. */
const ofWorkspace: Limit = { by: "application", points: workspaceCallsPerMinute, seconds: 60 };

interface TokenRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly label: string;
  readonly scopes: TokenScope[];
  readonly group_ids: string[] | null;
  readonly account_id: string;
  readonly role: number;
  readonly personal: Buffer;
  readonly over_plan: boolean;
  readonly entitled: boolean;
  readonly heard_at: Date | null;
}

/** A call that a token makes. */
export interface TokenCall {
  readonly tokenId: string;
  readonly workspaceId: string;
}

export interface TokenCalls extends Programs {
  /** The call that `authorise` let through. */
  call(request: FastifyRequest): TokenCall | undefined;
  /** The tighter of the budgets that the call spent of. */
  allowance(request: FastifyRequest): Allowance | undefined;
}

/**
 * Programs of customers. A token may what its scopes say and never more than the person who made
 * it may at this moment: when they leave, are suspended or manage tokens no longer, it stops.
 */
export function createTokenCalls(context: KarteContext): TokenCalls {
  const { db, clock, limiter, sealer } = context;
  const calls = new WeakMap<FastifyRequest, TokenCall>();
  const allowances = new WeakMap<FastifyRequest, Allowance>();

  const use = async (token: string): Promise<TokenRow | undefined> => {
    const { rows } = await sql<TokenRow>`
      select * from karte.use_token(${hashToken(token)}, ${clock.now()})`.execute(db);
    return rows[0];
  };

  /** The same with what the portal says now, where that was heard too long ago. */
  const heardAgain = async (token: string, row: TokenRow): Promise<TokenRow | undefined> => {
    const heardAt = row.heard_at?.getTime() ?? 0;
    if (clock.now().getTime() - heardAt < heardMs) return row;
    await hearContract(context, row.workspace_id);
    return use(token);
  };

  const spend = async (request: FastifyRequest, name: string, limit: Limit, subject: string) => {
    const note = (allowance: Allowance) => {
      const known = allowances.get(request);
      if (known === undefined || allowance.left < known.left) allowances.set(request, allowance);
    };
    try {
      note(await limiter.consume(name, limit, subject));
    } catch (error) {
      if (error instanceof AppError && error.type === "TooManyRequest") {
        const seconds = Number(error.data?.retryAfterSeconds ?? 0);
        note({ points: limit.points, left: 0, until: Date.now() + seconds * 1000 });
      }
      throw error;
    }
  };

  return {
    presented(request) {
      const { authorization, cookie, "sec-fetch-site": site } = request.headers;
      const [scheme = "", token = ""] = (authorization ?? "").split(" ");
      if (scheme.toLowerCase() === "bearer") return token;
      // Of a browser it is what a proxy in between asked for. Anybody else tries to send a token.
      const isBrowser = cookie !== undefined || site !== undefined;
      return authorization !== undefined && !isBrowser ? "" : undefined;
    },
    async authorise(token, access, request) {
      const known = shape.test(token) ? await use(token) : undefined;
      if (known === undefined) {
        await limiter.consume("customerApiTries", tries, request.ip);
        throw new AppError("TokenInvalid", token === "" ? { sentence: howToSend } : {});
      }
      await spend(request, "customerApi", ofToken, known.id);
      await spend(request, "customerApiWorkspace", ofWorkspace, known.workspace_id);
      // Only what its budget holds is asked of the portal.
      const row = await heardAgain(token, known);
      if (row === undefined) throw new AppError("TokenInvalid");
      // A program hands nothing on: what an owner beyond the plan keeps, or whoever holds the
      // contract, is a person's.
      const role = row.over_plan ? "viewer" : roleCode.word(row.role);
      if (!mayDo(role, "manage-tokens")) throw new AppError("TokenInvalid");
      if (!row.entitled) throw new AppError("PlanLimit", { data: { what: "api", limit: 0 } });
      const endpoint = request.routeOptions.config.endpoint as KarteEndpoint | undefined;
      const scope = endpoint && tokenScopeOf(endpoint);
      const acts = actsOf(role).filter((act) => tokenMay(row.scopes, act));
      const may = (act: Act) => acts.includes(act);
      if (scope === undefined || !row.scopes.includes(scope)) {
        const data = scope === undefined ? undefined : { data: { scope } };
        throw new AppError("ScopeInsufficient", data);
      }
      if (!may(access as Act)) throw new AppError("NotAllowed", { data: { act: access } });
      calls.set(request, { tokenId: row.id, workspaceId: row.workspace_id });
      const { workspace_id: workspaceId, name, group_ids: groups, over_plan: overPlan } = row;
      const person = openPerson(sealer, row);
      return {
        workspaceId,
        name,
        role,
        acts,
        groups,
        overPlan,
        person: { ...person, givenName: "", locale: "en", organisation: "", twoFactor: false },
        scope: { workspaceId, groups, token: row.label },
        ipAddress: request.ip,
        may,
        isRecent: false,
      };
    },
    call: (request) => calls.get(request),
    allowance: (request) => allowances.get(request),
  };
}
