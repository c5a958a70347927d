import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import {
  accountInformationSchema,
  codeSchema,
  emailSchema,
  linkTokenSchema,
  newPasswordSchema,
} from "../fields.ts";
import { planIdSchema } from "../plans.ts";
import { cardViewSchema } from "./card-view.ts";
import { cardLimits, mailLimits, perFlow, perNetwork, portalEndpoint } from "./declare.ts";
import {
  documentVersionSchema,
  finalConfirmationSchema,
  shownSchema,
} from "./final-confirmation.ts";
import { signUpFlowSchema } from "./sign-up-flow.ts";

const tag = "Registration";

export const signUp = portalEndpoint({
  name: "signUp",
  method: "POST",
  path: "/idp/sign-up",
  tag,
  summary:
    "Starts a registration: sends a code and a link; the answer is the same for every address.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    /** Nobody has to choose: whoever an application invited begins on the free plan. */
    plan: planIdSchema.default("free"),
    locale: localeSchema,
    captcha: z.string().max(4096).optional(),
  }),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["LoginIDExists", "RecaptchaTokenIncorrect"],
  limits: mailLimits,
});

export const confirmSignUp = portalEndpoint({
  name: "confirmSignUp",
  method: "POST",
  path: "/idp/confirm-signup",
  tag,
  summary: "Verifies the address by its code, or resumes on another device by the emailed link.",
  access: "public",
  body: z.union([z.strictObject({ code: codeSchema }), z.strictObject({ token: linkTokenSchema })]),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["CodeInvalid", "CodeExpired", "LoginIDExists"],
  // Codes sent again do not bring the tries back.
  limits: [perNetwork(60, 600), perFlow(10, 3600)],
});

export const resendConfirmSignUpCode = portalEndpoint({
  name: "resendConfirmSignUpCode",
  method: "POST",
  path: "/idp/resend-confirm-sign-up-code",
  tag,
  summary: "Sends a new code, at most once a minute; the former one stops working.",
  access: "flow",
  body: z.strictObject({}),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["StepOutOfOrder"],
  limits: mailLimits,
});

export const editInformation = portalEndpoint({
  name: "editInformation",
  method: "POST",
  path: "/idp/edit-info",
  tag,
  summary: "Keeps the account's information and password; may be repeated until it's confirmed.",
  access: "flow",
  body: z.strictObject({
    information: printedSchema(accountInformationSchema),
    /** Absent on a step back when one is set, and for external IDs. */
    password: newPasswordSchema.optional(),
  }),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["StepOutOfOrder"],
  limits: [perFlow(60, 600)],
});

export const confirmInformation = portalEndpoint({
  name: "confirmInformation",
  method: "POST",
  path: "/idp/confirm-info",
  tag,
  summary: "Confirms the reviewed information: the account comes to exist, not yet agreed.",
  access: "flow",
  body: z.strictObject({}),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["StepOutOfOrder", "LoginIDExists"],
  limits: [perFlow(60, 600)],
});

/** State of one attempt to register a card. */
export const cardAttemptSchema = z.object({
  attempt: z.uuid(),
  state: z.enum(["created", "requires_action", "succeeded", "failed", "expired", "cancelled"]),
  /**
   * Where 3-D Secure continues. Null while action is required means that the holder has done all
   * there is to do and the company is still settling: ask again in a moment.
   */
  redirectUrl: z.url().nullable(),
  failure: z.enum(["declined", "three_d_secure", "token", "gateway", "network"]).nullable(),
  /** What the attempt was for, so that its return page knows the way back. */
  purpose: z.enum(["sign-up", "replace"]),
  /** The card that is on file now, whatever becomes of the attempt. */
  card: cardViewSchema.nullable(),
});

export type CardAttempt = z.infer<typeof cardAttemptSchema>;

export const signUpWithCard = portalEndpoint({
  name: "signUpWithCard",
  method: "POST",
  path: "/idp/sign-up-with-card",
  tag,
  summary: "Registers the card behind a token; repeating one attempt never registers twice.",
  access: "flow",
  body: z.strictObject({
    /** Chosen by the browser once per submit: the idempotency key of the attempt. */
    attempt: z.uuid(),
    cardToken: z.string().min(1).max(255),
  }),
  response: cardAttemptSchema,
  errors: [
    "Conflict",
    "StepOutOfOrder",
    "CardDeclined",
    "ThreeDSecureFailed",
    "CardTokenInvalid",
    "PaymentGatewayError",
    "PaymentNetworkError",
  ],
  limits: cardLimits,
});

/** What the payment step needs to show the company's card fields. */
export const paymentConfiguration = portalEndpoint({
  name: "paymentConfiguration",
  method: "GET",
  path: "/payment/configuration",
  tag: "Payment",
  summary: "How the payment company's own card fields are shown, and from where.",
  access: "public",
  response: z.object({
    /** The company's page in a frame, or its script, which puts its own fields into ours. */
    fields: z.enum(["frame", "script"]),
    /** Address of that page or script, and the only origin it is believed from. */
    fieldsUrl: z.url(),
    fieldsOrigin: z.url(),
    publishableKey: z.string(),
  }),
  errors: [],
  limits: [],
  load: "public",
});

export const cardAttempt = portalEndpoint({
  name: "cardAttempt",
  method: "GET",
  path: "/payment/attempts/:attempt",
  tag: "Payment",
  summary: "The state of a card registration, asked from the payment company while it's open.",
  access: "public",
  params: z.strictObject({ attempt: z.uuid() }),
  response: cardAttemptSchema,
  errors: ["PaymentNotRestored", "PaymentGatewayError", "PaymentNetworkError"],
  limits: [perNetwork(120, 600)],
});

export const cancelCardAttempt = portalEndpoint({
  name: "cancelCardAttempt",
  method: "POST",
  path: "/payment/attempts/:attempt/cancel",
  tag: "Payment",
  summary: "Gives up an open card registration so that another card can be tried.",
  access: "public",
  params: z.strictObject({ attempt: z.uuid() }),
  body: z.strictObject({}),
  response: cardAttemptSchema,
  errors: ["PaymentNotRestored"],
  limits: [perNetwork(60, 600)],
});

/**
 * The sign-up and, at its last step, the final confirmation that the Specified Commercial
 * Transactions Act (art. 12-6) wants on the screen itself. The payment step shows its dates and
 * amounts in advance; a card that has had its trial changes them.
 */
export const service = portalEndpoint({
  name: "service",
  method: "GET",
  path: "/idp/service",
  tag,
  summary:
    "Where the registration stands; at its payment and agreement steps, the dates and amounts.",
  access: "flow",
  response: z.object({
    flow: signUpFlowSchema,
    agreement: finalConfirmationSchema.nullable(),
    /** Of the agreement, where there is one. */
    shown: shownSchema.nullable(),
  }),
  errors: [],
  limits: [],
  load: "public",
});

export const agreeConsent = portalEndpoint({
  name: "agreeConsent",
  method: "POST",
  path: "/idp/service/agree-consent",
  tag,
  summary: "Agrees to exactly what was shown and completes the registration; the session begins.",
  access: "flow",
  body: z.strictObject({
    documents: z
      .array(z.strictObject({ ...documentVersionSchema.shape }))
      .min(2)
      .max(2),
    shown: shownSchema,
    agreed: z.literal(true),
    /** Opt-in to promotional mail; off unless the person turns it on. */
    promotionalMail: z.boolean(),
    locale: localeSchema,
  }),
  response: z.object({ status: z.literal("SIGNED_IN"), expiresAt: momentSchema }),
  errors: ["StepOutOfOrder", "TermsChanged"],
  limits: [perFlow(20, 600)],
});
