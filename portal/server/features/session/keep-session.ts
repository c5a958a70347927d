import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { MemberRow } from "./member.ts";

/** Hands a session's new token to its browser; the session ends when it was to end before. */
export function keepSession(
  { cookies, clock }: Pick<PortalContext, "cookies" | "clock">,
  reply: FastifyReply,
  member: MemberRow,
  token: string,
): void {
  const secondsLeft = Math.floor((member.expires_at.getTime() - clock.now().getTime()) / 1000);
  cookies.session.set(reply, token, secondsLeft);
}
