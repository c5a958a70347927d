import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Authenticators";

const trustedBrowserSchema = z.object({
  id: z.uuid(),
  /** The browser that asks. */
  current: z.boolean(),
  /** Browser and system as the user agent named them, for a person to recognise. */
  device: z.string(),
  trustedAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
  expiresAt: momentSchema,
});

export type TrustedBrowser = z.infer<typeof trustedBrowserSchema>;

const trustedBrowsersSchema = z.object({
  /** The newest first. */
  browsers: z.array(trustedBrowserSchema),
});

export const listTrustedBrowsers = portalEndpoint({
  name: "listTrustedBrowsers",
  method: "GET",
  path: "/authenticators/trusted-browsers",
  tag,
  summary: "In which browsers a sign-in does without the second factor.",
  access: "account",
  response: trustedBrowsersSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const removeTrustedBrowser = portalEndpoint({
  name: "removeTrustedBrowser",
  method: "DELETE",
  path: "/authenticators/trusted-browsers/:id",
  tag,
  summary: "Asks for the second factor in one browser again; its sessions go on.",
  access: "account",
  params: z.strictObject({ id: z.uuid() }),
  response: trustedBrowsersSchema,
  errors: ["NotFound"],
  limits: [perAccount(60, 600)],
});

export const removeTrustedBrowsers = portalEndpoint({
  name: "removeTrustedBrowsers",
  method: "DELETE",
  path: "/authenticators/trusted-browsers",
  tag,
  summary: "Asks for the second factor in every browser again; sessions go on.",
  access: "account",
  response: trustedBrowsersSchema,
  errors: [],
  limits: [perAccount(20, 600)],
});
