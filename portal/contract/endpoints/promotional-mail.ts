import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";
import { profileSchema } from "./profile-view.ts";

export const changePromotionalMail = portalEndpoint({
  name: "changePromotionalMail",
  method: "POST",
  path: "/profile/promotional-mail",
  tag: "Promotional mail",
  summary: "Whether the member consents to promotional mail.",
  access: "account",
  body: z.strictObject({ consented: z.boolean() }),
  response: profileSchema,
  errors: [],
  limits: [perAccount(60, 600)],
});
