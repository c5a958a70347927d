import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";
import { profileSchema } from "./profile-view.ts";

export const mfaSetting = portalEndpoint({
  name: "mfaSetting",
  method: "POST",
  path: "/idp/mfa/setting",
  tag: "Two-factor",
  summary: "Turns the one-time password at sign-in on or off.",
  access: "recent",
  body: z.strictObject({ enabled: z.boolean() }),
  response: profileSchema,
  errors: ["ManagedExternally", "FactorWanted"],
  limits: [perAccount(20, 600)],
});
