import type { LimitSubject } from "@sekimori/kit-contract/endpoint";
import { createAccess } from "@sekimori/kit-server/access";
import { hashToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import type { Access } from "@sekimori/portal-contract/endpoints/declare";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { findMember, type MemberRow, openPendingEmail } from "../session/member.ts";
import { isRecent } from "../session/recent-sign-in.ts";
import { touchSession } from "../session/session-repository.ts";
import { type AttemptRow, findAttempt } from "./attempt-repository.ts";
import { type FlowRow, findFlow, wasHeldBy } from "./flow-repository.ts";
import { openFlowEmail } from "./flow-view.ts";

/** Sessions are marked as seen when the mark is older than this, not on every request. */
const seenEveryMs = 5 * 60_000;

interface Caller {
  /** The session's token and its hash, so that it is hashed once. */
  session?: { readonly token: string; readonly digest: string };
  member?: MemberRow;
  flow?: FlowRow;
  attempt?: AttemptRow;
}

/** Who the cookies of a request stand for, and whether that is enough. */
export interface Principals {
  /** Enforces an endpoint's access word. @throws AppError SessionExpired, RecentSignInRequired. */
  authorise(access: string, request: FastifyRequest): Promise<void>;
  /** What `authorise` found. @throws Error when the endpoint's access does not promise it. */
  member(request: FastifyRequest): MemberRow;
  flow(request: FastifyRequest): FlowRow;
  attempt(request: FastifyRequest): AttemptRow;
  /** For public endpoints that serve members too. */
  findMember(request: FastifyRequest): Promise<MemberRow | undefined>;
  findFlow(request: FastifyRequest): Promise<FlowRow | undefined>;
  findAttempt(request: FastifyRequest): Promise<AttemptRow | undefined>;
  /** Takes the cookie of a session that is over from the browser that was told so (specification 4). */
  forgetEnded(request: FastifyRequest, reply: FastifyReply): void;
  /** Whom a limit counts: read from our own records and the body, never from a token as such. */
  subject(
    request: FastifyRequest,
    by: Exclude<LimitSubject, "network">,
  ): Promise<string | undefined>;
  /** A name for the caller that no script could know: the hash of its most trusted token. */
  key(request: FastifyRequest): string | undefined;
}

export function createPrincipals(context: PortalContext): Principals {
  const { db, clock, cookies, sealer } = context;
  const ended = new WeakSet<FastifyRequest>();

  const lookUpMember = async (request: FastifyRequest) => {
    const token = cookies.session.read(request);
    if (token === undefined) return undefined;
    const digest = hashToken(token);
    const member = await findMember(context, digest);
    if (member === undefined) return undefined;
    const now = clock.now();
    if (now.getTime() - member.last_seen_at.getTime() > seenEveryMs) {
      await touchSession(db, member.session_id, now);
    }
    return { member, session: { token, digest } };
  };
  const lookUpFlow = async (request: FastifyRequest) => {
    const token = cookies.flow.read(request);
    return token === undefined ? undefined : findFlow(db, hashToken(token), clock.now());
  };
  const lookUpAttempt = async (request: FastifyRequest) => {
    const token = cookies.signIn.read(request);
    return token === undefined ? undefined : findAttempt(db, hashToken(token), clock.now());
  };

  /** A member who has agreed; whoever is none is told that the session is over. */
  const signedIn = async (request: FastifyRequest) => {
    const caller = await lookUpMember(request);
    if (caller?.member.is_agree_service) return caller;
    ended.add(request);
    return undefined;
  };

  const access = createAccess<Access, Caller>({
    public: async () => ({}),
    server: async () => ({}),
    flow: async (request) => {
      const flow = await lookUpFlow(request);
      if (flow) return { flow };
      const token = cookies.flow.read(request);
      if (token !== undefined && (await wasHeldBy(db, hashToken(token), clock.now()))) {
        throw new AppError("ContinuedElsewhere");
      }
      return undefined;
    },
    pending: async (request) => {
      const attempt = await lookUpAttempt(request);
      return attempt && { attempt };
    },
    account: signedIn,
    recent: async (request) => {
      const caller = await signedIn(request);
      if (caller && !isRecent(caller.member, clock.now())) {
        throw new AppError("RecentSignInRequired");
      }
      return caller;
    },
  });

  return {
    authorise: access.authorise,
    member: (request) => access.part(request, "member"),
    flow: (request) => access.part(request, "flow"),
    attempt: (request) => access.part(request, "attempt"),
    findMember: async (request) => (await lookUpMember(request))?.member,
    findFlow: lookUpFlow,
    findAttempt: lookUpAttempt,
    forgetEnded(request, reply) {
      if (ended.has(request) && cookies.session.read(request) !== undefined) {
        cookies.session.clear(reply);
      }
    },
    async subject(request, by) {
      const { member, flow, attempt } = access.find(request) ?? {};
      switch (by) {
        case "account":
          return member?.account_id ?? attempt?.account_id ?? flow?.account_id ?? undefined;
        case "attempt":
          return attempt?.id;
        case "flow":
          // A public call may come with a sign-up; a made-up cookie names none.
          return (flow ?? (await lookUpFlow(request)))?.id;
        case "recipient": {
          const { email } = (request.body ?? {}) as { readonly email?: unknown };
          if (typeof email === "string") return email;
          // The address that is waiting to be proved: of a sign-up or of a change.
          const pending = member?.cached.view.pending_email;
          if (member && pending) return openPendingEmail(sealer, member.account_id, pending);
          return flow && openFlowEmail(sealer, flow);
        }
        case "application":
          return undefined;
      }
    },
    key(request) {
      const token =
        cookies.session.read(request) ?? cookies.flow.read(request) ?? cookies.signIn.read(request);
      const session = access.find(request)?.session;
      if (session !== undefined && session.token === token) return session.digest;
      return token === undefined ? undefined : hashToken(token);
    },
  };
}
