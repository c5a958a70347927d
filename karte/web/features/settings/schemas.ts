import { expiryNoticeDaysMost } from "@sekimori/karte-contract/constants";
import { ticketUserSchema } from "@sekimori/karte-contract/ticket-user";
import { scopeNames } from "@sekimori/karte-contract/token-scopes";
import {
  alertKinds,
  ticketFields,
  ticketKinds,
  webhookForms,
} from "@sekimori/karte-contract/words";
import { locales } from "@sekimori/kit-contract/locale";
import { lineSchema, nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

const list = z.string().transform((text) => text.split(",").filter((part) => part !== ""));

/** The flat fields of the dialogs as the calls want them. */
export const ruleFormSchema = z.object({
  kind: z.enum(alertKinds),
  severity: z.enum(["critical", "high"]),
  days: z.coerce.number().int().min(1).max(expiryNoticeDaysMost),
  group: z.string().transform((id) => (id === "" ? null : id)),
  view: z.string(),
  mail: z.boolean(),
  bell: z.boolean(),
  webhook: z.boolean(),
  recipients: list,
});

export const tokenFormSchema = z.object({
  label: nameSchema(100),
  scopes: list.pipe(z.array(z.enum(scopeNames)).min(1)),
  groups: list,
  days: z.coerce.number().int(),
});

export const webhookFormSchema = z.object({
  label: nameSchema(100),
  url: z.url(),
  form: z.enum(webhookForms),
  events: list.pipe(z.array(z.enum(alertKinds))),
});

const secret = z.string().trim().min(1).max(500);

const user = z
  .string()
  .trim()
  .transform((text) => (text === "" ? undefined : text))
  .pipe(ticketUserSchema.optional());

export const ticketFormSchema = z
  .object({
    kind: z.enum(ticketKinds),
    label: nameSchema(100),
    url: z.url().max(300),
    project: lineSchema(200),
    issueType: z
      .string()
      .trim()
      .max(100)
      .transform((text) => (text === "" ? undefined : text)),
    language: z.enum(locales),
    user,
    secret,
  })
  .refine(({ kind, user: name }) => !ticketFields[kind].includes("user") || name !== undefined, {
    path: ["user"],
    params: { code: "required" },
    // With what else is wrong, and not after that has been mended.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] !== "kind"),
  });

export const ticketKeySchema = z.object({ user, secret });
export const ticketNameSchema = z.object({ label: nameSchema(100), language: z.enum(locales) });
