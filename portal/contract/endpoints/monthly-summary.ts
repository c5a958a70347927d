import { z } from "zod";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import { profileSchema } from "./profile-view.ts";

const tag = "Monthly summary";

/** Names an account and proves that its mail was received; works as long as the account. */
const unsubscribeTokenSchema = z.string().regex(/^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/);

export const changeMonthlySummary = portalEndpoint({
  name: "changeMonthlySummary",
  method: "POST",
  path: "/profile/monthly-summary",
  tag,
  summary: "Whether the member gets the monthly summary by email.",
  access: "account",
  body: z.strictObject({ enabled: z.boolean() }),
  response: profileSchema,
  errors: [],
  limits: [perAccount(60, 600)],
});

export const changeSubscription = portalEndpoint({
  name: "changeSubscription",
  method: "POST",
  path: "/subscriptions/monthly-summary",
  tag,
  summary: "The same by the link in a summary, without a login.",
  access: "public",
  body: z.strictObject({ token: unsubscribeTokenSchema, enabled: z.boolean() }),
  response: z.object({ enabled: z.boolean() }),
  errors: ["CodeExpired"],
  limits: [perNetwork(60, 600)],
});
