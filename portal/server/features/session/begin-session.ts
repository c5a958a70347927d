import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import { deviceCookieSeconds } from "./known-device.ts";
import type { NewSession } from "./session-repository.ts";

/** Hands a new session to the browser, and forgets what led to it. */
export function beginSession(
  { cookies, clock }: Pick<PortalContext, "cookies" | "clock">,
  reply: FastifyReply,
  session: NewSession,
  deviceToken: string,
): void {
  const lifetimeMs = session.expiresAt.getTime() - clock.now().getTime();
  cookies.session.set(reply, session.token, Math.floor(lifetimeMs / 1000));
  cookies.device.set(reply, deviceToken, deviceCookieSeconds);
  if (cookies.signIn.read(reply.request) !== undefined) cookies.signIn.clear(reply);
}
