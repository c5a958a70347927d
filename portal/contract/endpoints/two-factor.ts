import { z } from "zod";
import { perSession, portalEndpoint } from "./declare.ts";
import { profileSchema } from "./views.ts";

export const mfaSetting = portalEndpoint({
  name: "mfaSetting",
  method: "POST",
  path: "/idp/mfa/setting",
  tag: "Two-factor",
  summary: "Turns the one-time password at sign-in on or off.",
  access: "recent",
  body: z.strictObject({ enabled: z.boolean() }),
  response: profileSchema,
  errors: ["ManagedExternally", "RecentSignInRequired"],
  limits: [perSession(20, 600)],
});
