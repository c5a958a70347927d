import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { userTypeSchema } from "../fields.ts";
import { planViewSchema } from "../plans.ts";
import { cardViewSchema } from "./card-view.ts";
import { enteredInformationSchema } from "./sign-up-flow.ts";

/** What is registered besides the name: the next invoice is addressed to it. */
export const shownDetailsSchema = enteredInformationSchema.omit({
  firstName: true,
  lastName: true,
});

export type ShownDetails = z.infer<typeof shownDetailsSchema>;

/** The stored profile (specification 3, its names), and what My Page shows beside it. */
export const profileSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email_address: z.string(),
  is_agree_service: z.boolean(),
  sub_gmoid: z.string().optional(),
  language_code: localeSchema,
  user_type: userTypeSchema,
  company_name: z.string().nullable(),
  registered_details: shownDetailsSchema,
  mfa_enabled: z.boolean(),
  /** Whether the monthly summary comes by e-mail. */
  monthly_summary: z.boolean(),
  /** Whether the member consents to promotional mail. */
  promotional_mail: z.boolean(),
  /** A new address waiting for its code. */
  pending_email: z.string().nullable(),
  /** From when a link in the mailbox opens the account without its second factor; null where none will. */
  recovery_ends_at: momentSchema.nullable(),
  /** False for an account that came to exist by an organisation's single sign-on, while it belongs to it. */
  has_own_plan: z.boolean(),
  plan: planViewSchema,
  card: cardViewSchema.nullable(),
  session: z.object({
    authenticated_at: momentSchema,
    expires_at: momentSchema,
    /** How long it still lasts, for a browser whose clock says something else. */
    remaining_ms: z.int(),
  }),
});

export type Profile = z.infer<typeof profileSchema>;
