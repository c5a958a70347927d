import { AppError } from "@sekimori/kit-server/errors";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import type { PortalContext } from "../../context.ts";
import { findMemberBySession, profileOf } from "../session/member.ts";

/** The profile as it is after a change. */
export async function freshProfile(context: PortalContext, sessionId: string): Promise<Profile> {
  const now = context.clock.now();
  const member = await findMemberBySession(context, sessionId);
  if (!member) throw new AppError("SessionExpired");
  return profileOf(context.sealer, member, now);
}
