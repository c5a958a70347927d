import type { Access } from "@sekimori/console-contract/endpoints/declare";
import type { RequestView } from "@sekimori/console-contract/request-schema";
import { type Act, acts, mayDo, worksAtConsole } from "@sekimori/console-contract/rights";
import { createAccess } from "@sekimori/kit-server/access";
import { AppError } from "@sekimori/kit-server/errors";
import type { FastifyRequest } from "fastify";
import type { ConsoleContext } from "../../context.ts";
import type { Acting } from "../../ports/members.ts";
import type { Asking, KeptRequest } from "../../ports/requests.ts";
import type { SignedIn } from "../../ports/sign-ins.ts";
import type { StaffMember } from "../../ports/staff.ts";

interface Caller {
  readonly session: SignedIn;
  /** Undefined where the call asks only who is signed in. */
  readonly staff?: StaffMember;
}

/** Who calls, and what they may; the one place that decides it. */
export interface Principals {
  /**
   * Asks each time anew whether somebody works here, so that who is removed is out at once.
   *
   * @throws AppError SessionExpired, NotStaff, NotAllowed.
   */
  authorise(access: string, request: FastifyRequest): Promise<void>;
  session(request: FastifyRequest): SignedIn;
  staff(request: FastifyRequest): StaffMember;
  /** By whose name something is done, and why. */
  acting(request: FastifyRequest, reason: string): Acting;
  /** The same for what another confirms. */
  asking(request: FastifyRequest): Asking;
  /** A request as whoever calls sees it. */
  seenBy(request: FastifyRequest, kept: KeptRequest): RequestView;
  /** Whose calls are counted together; undefined for nobody. */
  subject(request: FastifyRequest): string | undefined;
  key(request: FastifyRequest): string | undefined;
}

export function createPrincipals({
  signIns,
  staff,
}: Pick<ConsoleContext, "signIns" | "staff">): Principals {
  const signedIn = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const session = await signIns.session(request);
    return session && { session };
  };

  const whoWorksHere = async (request: FastifyRequest) => {
    const session = await signIns.session(request);
    if (session === undefined) return undefined;
    const member = await staff.find(session.subject);
    // Who only integrates has nothing to do here.
    if (member === undefined || !worksAtConsole(member.roles)) throw new AppError("NotStaff");
    return { session, staff: member };
  };

  const whoMay = (act: Act) => async (request: FastifyRequest) => {
    const caller = await whoWorksHere(request);
    if (caller && !mayDo(caller.staff.roles, act)) {
      throw new AppError("NotAllowed", { data: { act } });
    }
    return caller;
  };

  const access = createAccess<Access, Caller>({
    "signed-in": signedIn,
    staff: whoWorksHere,
    ...(Object.fromEntries(acts.map((act) => [act, whoMay(act)])) as Record<
      Act,
      ReturnType<typeof whoMay>
    >),
  });

  return {
    authorise: access.authorise,
    session: (request) => access.part(request, "session"),
    staff: (request) => access.part(request, "staff"),
    acting: (request, reason) => ({ by: access.part(request, "staff").name, reason }),
    asking: (request) => ({
      subject: access.part(request, "session").subject,
      by: access.part(request, "staff").name,
    }),
    seenBy: (request, { subject, ...kept }) => ({
      ...kept,
      isOwn: subject === access.part(request, "session").subject,
    }),
    subject: (request) => access.find(request)?.session.subject,
    key: (request) => signIns.key(request),
  };
}
