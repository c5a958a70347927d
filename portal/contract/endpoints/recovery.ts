import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { emailSchema, linkTokenSchema, newPasswordSchema } from "../fields.ts";
import { secondFactorWaySchema } from "./authenticators.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";

const tag = "Recovery";

const byLink = z.strictObject({ token: linkTokenSchema });

export const startRecovery = portalEndpoint({
  name: "startRecovery",
  method: "POST",
  path: "/recovery",
  tag,
  summary:
    "By the link of a password reset: starts the delay after which an account opens without its second factor. Nothing changes until then, and its owner is told. Where one is under way it goes on; once a week.",
  access: "public",
  body: byLink,
  response: z.object({ endsAt: momentSchema }),
  errors: ["ResetCodeIncorrect", "NotFound"],
  limits: [perNetwork(30, 600)],
});

export const stopRecovery = portalEndpoint({
  name: "stopRecovery",
  method: "POST",
  path: "/recovery/stop",
  tag,
  summary: "Stops the delay by the link in each of its emails; again does nothing.",
  access: "public",
  body: byLink,
  response: z.object({}),
  errors: ["CodeExpired"],
  limits: [perNetwork(60, 600)],
});

export const stopOwnRecovery = portalEndpoint({
  name: "stopOwnRecovery",
  method: "DELETE",
  path: "/recovery",
  tag,
  summary: "Stops the delay of one's own account.",
  access: "account",
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perAccount(20, 600)],
});

export const lookAtRecovery = portalEndpoint({
  name: "lookAtRecovery",
  method: "POST",
  path: "/recovery/link",
  tag,
  summary: "Once the delay is over: whose account its link opens, and what is removed then.",
  access: "public",
  body: byLink,
  response: z.object({
    email: emailSchema,
    /** What proves the second factor now, and will not afterwards. */
    removes: z.array(secondFactorWaySchema),
  }),
  errors: ["CodeExpired"],
  limits: [perNetwork(60, 600)],
});

export const finishRecovery = portalEndpoint({
  name: "finishRecovery",
  method: "POST",
  path: "/recovery/finish",
  tag,
  summary:
    "Once the delay is over: sets a new password by its link, once, and removes passkeys, app, recovery codes and trusted browsers. Ends every session, grant and pending change; the mailed one-time password takes their place.",
  access: "public",
  body: z.strictObject({ token: linkTokenSchema, password: newPasswordSchema }),
  response: z.object({}),
  errors: ["CodeExpired"],
  limits: [perNetwork(60, 600)],
});
