import { expiryNoticeDaysMost } from "@sekimori/karte-contract/constants";
import { scopeNames } from "@sekimori/karte-contract/token-scopes";
import { alertKinds, webhookForms } from "@sekimori/karte-contract/words";
import { nameSchema } from "@sekimori/kit-contract/name";
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
