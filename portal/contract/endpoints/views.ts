import { localeSchema } from "@sekimori/kit-contract/locale";
import { z } from "zod";
import { userTypeSchema } from "../fields.ts";
import { planIdSchema, planViewSchema } from "../plans.ts";

/** A moment in ISO 8601, UTC. */
export const momentSchema = z.iso.datetime();

/** What may be shown of a card: never its number (PCI SAQ A). */
export const cardViewSchema = z.object({
  brand: z.enum(["visa", "mastercard", "jcb", "amex", "diners"]),
  last4: z.string().regex(/^[0-9]{4}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2100),
  holder: z.string(),
  expired: z.boolean(),
});

export type CardView = z.infer<typeof cardViewSchema>;

/** The stored profile (SPEC 3, its names), and what My Page shows beside it. */
export const profileSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email_address: z.string(),
  is_agree_service: z.boolean(),
  sub_gmoid: z.string().optional(),
  language_code: localeSchema,
  user_type: userTypeSchema,
  company_name: z.string().nullable(),
  mfa_enabled: z.boolean(),
  /** A new address waiting for its code. */
  pending_email: z.string().nullable(),
  plan: planViewSchema,
  card: cardViewSchema.nullable(),
  session: z.object({ authenticated_at: momentSchema, expires_at: momentSchema }),
});

export type Profile = z.infer<typeof profileSchema>;

/** Where a sign-up stands; the server alone moves it. */
export const signUpSteps = [
  "verification",
  "information",
  "confirmation",
  "payment",
  "agreement",
] as const;

export const signUpStepSchema = z.enum(signUpSteps);

export type SignUpStep = z.infer<typeof signUpStepSchema>;

/** What the information step keeps, given back for review; the password never is. */
export const keptInformationSchema = z.object({
  userType: userTypeSchema,
  companyName: z.string().nullable(),
  corporateNumber: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  postalCode: z.string(),
  addrState: z.string(),
  addrCity: z.string(),
  addrLine1: z.string(),
  addrLine2: z.string(),
});

export type KeptInformation = z.infer<typeof keptInformationSchema>;

/** The unfinished sign-up as the wizard shows it. */
export const signUpFlowSchema = z.object({
  /** How the person came, which decides the number of steps shown. */
  origin: z.enum(["register", "external-id", "login"]),
  plan: planIdSchema,
  email: z.string(),
  step: signUpStepSchema,
  /** When a new code may be asked for. */
  resendAt: momentSchema.nullable(),
  information: keptInformationSchema.nullable(),
  /** Whether a password is set already (a step back need not ask for it again). */
  hasPassword: z.boolean(),
  card: cardViewSchema.nullable(),
});

export type SignUpFlow = z.infer<typeof signUpFlowSchema>;
