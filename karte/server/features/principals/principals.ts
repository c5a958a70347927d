import { recentSignInSeconds, workspaceHeader } from "@sekimori/karte-contract/constants";
import {
  type Access,
  type KarteEndpoint,
  takesStepUp,
} from "@sekimori/karte-contract/endpoints/declare";
import { type Act, acts, actsOf, needsStepUp, type Role } from "@sekimori/karte-contract/rights";
import { createAccess } from "@sekimori/kit-server/access";
import { AppError } from "@sekimori/kit-server/errors";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { KarteContext, KarteDatabase } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import type { Scope } from "../../database/scope.ts";
import type { SignedIn } from "../../ports/sign-ins.ts";
import { type KnownPerson, personOf } from "./person.ts";

/** One of the workspaces that a person belongs to. */
export interface Membership {
  readonly workspaceId: string;
  readonly name: string;
  readonly role: Role;
  /** What they may do here. */
  readonly acts: readonly Act[];
  /** Null sees everything. */
  readonly groups: readonly string[] | null;
  /** The plan holds fewer people: whatever the role, the rights are a viewer's, but for what is kept. */
  readonly overPlan: boolean;
}

export interface Member extends Membership {
  /** Who is there; of a program, whoever made its token. */
  readonly person: KnownPerson;
  readonly scope: Scope;
  readonly ipAddress: string;
  /** Whether the role allows it and, of a program, its token too. */
  may(act: Act): boolean;
  /** Whether they have signed in lately, so that they may do what takes a step-up. */
  readonly isRecent: boolean;
}

/** For taking back what takes an act to give. @throws AppError NotAllowed. */
export function mustHaveRight({ may }: Pick<Member, "may">, act: Act): void {
  if (!may(act)) throw new AppError("NotAllowed", { data: { act } });
}

/**
 * For what an act is about and its call does not say.
 *
 * @throws AppError NotAllowed, RecentSignInRequired where the act takes a step-up.
 */
export function mustBeAllowed(member: Pick<Member, "may" | "isRecent">, act: Act): void {
  mustHaveRight(member, act);
  if (needsStepUp(act) && !member.isRecent) throw new AppError("RecentSignInRequired");
}

/** Principals that bring a token instead of a session. */
export interface Programs {
  /** The bearer token of a request; undefined where it brings none. */
  presented(request: FastifyRequest): string | undefined;
  /** @throws AppError TokenInvalid, ScopeInsufficient, PlanLimit, TooManyRequest. */
  authorise(token: string, access: string, request: FastifyRequest): Promise<Member>;
}

/** Who calls, and what they may; the one place that decides it. */
export interface Principals {
  /**
   * @throws AppError SessionExpired, NotAMember, NotAllowed, WorkspaceSwitched, RecentSignInRequired
   *   where the call takes a step-up; with a token TokenInvalid, ScopeInsufficient, PlanLimit, TooManyRequest.
   */
  authorise(access: string, request: FastifyRequest): Promise<void>;
  /** The signed-in person, wherever they belong. */
  person(request: FastifyRequest): Known;
  /** Whose calls are counted together: a person, or whoever made a token; undefined for anybody. */
  accountId(request: FastifyRequest): string | undefined;
  /** The member that `authorise` found. @throws Error where the access does not promise one. */
  member(request: FastifyRequest): Member;
  key(request: FastifyRequest): string | undefined;
}

interface MembershipRow {
  readonly workspace_id: string;
  readonly name: string;
  readonly role: number;
  readonly restricted: boolean;
  readonly groups: string[];
  readonly over_plan: boolean;
  readonly holds_contract: boolean;
}

function membershipOf(row: MembershipRow): Membership {
  const { workspace_id: workspaceId, name, restricted, groups, over_plan: overPlan } = row;
  const role = roleCode.word(row.role);
  const acts = actsOf(role, { isBeyondPlan: overPlan, holdsContract: row.holds_contract });
  return { workspaceId, name, role, acts, groups: restricted ? groups : null, overPlan };
}

/** Where a person belongs, by name. */
export async function membershipsOf(db: KarteDatabase, accountId: string): Promise<Membership[]> {
  const { rows } = await sql<MembershipRow>`
    select w.*, karte.is_beyond_people(w.workspace_id, ${accountId}) as over_plan,
      karte.holds_contract(w.workspace_id, ${accountId}) as holds_contract
    from karte.workspaces_of(${accountId}) w`.execute(db);
  return rows.map(membershipOf);
}

/**
 * Where a session is: the workspace it went to, else the one that the person was at last, else the
 * first.
 */
export async function placeOf(
  db: KarteDatabase,
  session: SignedIn,
): Promise<{ memberships: Membership[]; here: Membership | undefined }> {
  const { rows } = await sql<MembershipRow & { is_here: boolean; was_here: Date | null }>`
    select w.*, p.session_digest is not null as is_here,
      karte.is_beyond_people(w.workspace_id, ${session.subject}) as over_plan,
      karte.holds_contract(w.workspace_id, ${session.subject}) as holds_contract,
      (select max(q.at) from karte.place q
       where q.account_id = ${session.subject} and q.workspace_id = w.workspace_id) as was_here
    from karte.workspaces_of(${session.subject}) w
    left join karte.place p on p.session_digest = ${session.id} and p.workspace_id = w.workspace_id`.execute(
    db,
  );
  const latest = rows.toSorted(
    (a, b) => (b.was_here?.getTime() ?? 0) - (a.was_here?.getTime() ?? 0),
  )[0];
  const here = rows.find((row) => row.is_here) ?? latest;
  return { memberships: rows.map(membershipOf), here: here && membershipOf(here) };
}

interface Known {
  readonly session: SignedIn;
  readonly person: KnownPerson;
}

interface Caller {
  readonly known?: Known;
  readonly member?: Member;
}

/** Seconds for which a sign-in stays recent enough for what takes a step-up. */
export function recentFor({ authenticatedAt }: SignedIn, now: Date): number {
  const age = (now.getTime() - authenticatedAt.getTime()) / 1000;
  return Math.max(0, Math.floor(recentSignInSeconds - age));
}

export function createPrincipals(
  { clock, db, signIns }: Pick<KarteContext, "clock" | "db" | "signIns">,
  programs: Programs,
): Principals {
  const signedIn = async (request: FastifyRequest): Promise<Known | undefined> => {
    const session = await signIns.session(request);
    return session && { session, person: personOf(session) };
  };

  /** The one place where a declaration's step-up is held. @throws AppError RecentSignInRequired. */
  const stepUp = (request: FastifyRequest, { session }: Known) => {
    const endpoint = request.routeOptions.config.endpoint as KarteEndpoint | undefined;
    if (endpoint && takesStepUp(endpoint) && recentFor(session, clock.now()) === 0) {
      throw new AppError("RecentSignInRequired");
    }
  };

  const memberFor = async (act: Act, request: FastifyRequest, { session, person }: Known) => {
    const { here } = await placeOf(db, session);
    if (here === undefined) throw new AppError("NotAMember");
    const shown = request.headers[workspaceHeader];
    if (typeof shown === "string" && shown !== here.workspaceId) {
      throw new AppError("WorkspaceSwitched");
    }
    const may = (wanted: Act) => here.acts.includes(wanted);
    mustHaveRight({ may }, act);
    const { statementMs } = request.routeOptions.config.endpoint?.load ?? {};
    const scope = { workspaceId: here.workspaceId, groups: here.groups, statementMs };
    const isRecent = recentFor(session, clock.now()) > 0;
    return { ...here, person, scope, ipAddress: request.ip, may, isRecent };
  };

  /** Somebody of the workspace who may do it: a person, or a program with their token. */
  const whoMay = (act: Act) => async (request: FastifyRequest) => {
    const token = programs.presented(request);
    if (token !== undefined) return { member: await programs.authorise(token, act, request) };
    const known = await signedIn(request);
    if (known === undefined) return undefined;
    const member = await memberFor(act, request, known);
    stepUp(request, known);
    return { known, member };
  };

  const access = createAccess<Access, Caller>({
    public: async () => ({}),
    // What is about a person themselves asks for their session, whatever else comes along.
    person: async (request) => {
      const known = await signedIn(request);
      if (known) stepUp(request, known);
      return known && { known };
    },
    ...(Object.fromEntries(acts.map((act) => [act, whoMay(act)])) as Record<
      Act,
      ReturnType<typeof whoMay>
    >),
  });

  return {
    authorise: access.authorise,
    person: (request) => access.part(request, "known"),
    accountId: (request) => {
      const caller = access.find(request);
      return (caller?.known ?? caller?.member)?.person.id;
    },
    member: (request) => access.part(request, "member"),
    key: (request) => signIns.key(request),
  };
}
