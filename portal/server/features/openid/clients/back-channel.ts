import { defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/**
 * Tells applications that a session of theirs has ended. Written by the trigger on
 * `portal.oidc_session`, and again for an application that did not answer the engine.
 */
export const backChannelLogout = defineJob(
  "portal.back-channel-logout",
  z.object({
    accountId: z.string().nullable(),
    authorizations: z.record(z.string(), z.looseObject({ sid: z.string().optional() })),
  }),
);
