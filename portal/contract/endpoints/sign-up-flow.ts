import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { userTypeSchema } from "../fields.ts";
import { planIdSchema } from "../plans.ts";
import { cardViewSchema } from "./card-view.ts";

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
export const enteredInformationSchema = z.object({
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

export type EnteredInformation = z.infer<typeof enteredInformationSchema>;

/** The unfinished sign-up as the wizard shows it. */
export const signUpFlowSchema = z.object({
  /** How the person came, which decides the number of steps shown. */
  origin: z.enum(["register", "external-id", "login"]),
  plan: planIdSchema,
  email: z.string(),
  step: signUpStepSchema,
  /** When a new code may be asked for. */
  resendAt: momentSchema.nullable(),
  information: enteredInformationSchema.nullable(),
  /** What the external identity provider calls the person: the form begins with it. */
  suggestedName: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  /** Whether a password is set already (a step back need not ask for it again). */
  hasPassword: z.boolean(),
  card: cardViewSchema.nullable(),
});

export type SignUpFlow = z.infer<typeof signUpFlowSchema>;
