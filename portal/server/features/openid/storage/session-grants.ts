import { hashToken } from "@sekimori/kit-server/cookies";
import type { PortalContext } from "../../../context.ts";

/** Makes a grant end with a session of the portal. */
export async function endWithSession(
  db: PortalContext["db"],
  grantId: string,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable("portal.oidc_record")
    .set({ session_id: sessionId })
    .where("model", "=", "Grant")
    .where("id_digest", "=", hashToken(grantId))
    .execute();
}
