import { localeSchema } from "@sekimori/kit-contract/locale";
import { z } from "zod";
import {
  accountInformationSchema,
  codeSchema,
  emailSchema,
  linkTokenSchema,
  newPasswordSchema,
} from "../fields.ts";
import { planIdSchema } from "../plans.ts";
import { perNetwork, perSession, portalEndpoint } from "./declare.ts";
import { momentSchema, signUpFlowSchema } from "./views.ts";

const tag = "Sign-up";

export const signUp = portalEndpoint({
  name: "signUp",
  method: "POST",
  path: "/idp/sign-up",
  tag,
  summary: "Starts a sign-up: sends a code and a link; the answer is the same for every address.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    plan: planIdSchema,
    locale: localeSchema,
    captcha: z.string().max(4096).optional(),
  }),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["LoginIDExists", "RecaptchaTokenIncorrect"],
  limits: [perNetwork(30, 600), { by: "field:email", points: 6, seconds: 3600 }],
});

export const confirmSignUp = portalEndpoint({
  name: "confirmSignUp",
  method: "POST",
  path: "/idp/confirm-signup",
  tag,
  summary: "Proves the address by its code, or resumes on another device by the mailed link.",
  access: "public",
  body: z.union([z.strictObject({ code: codeSchema }), z.strictObject({ token: linkTokenSchema })]),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["CodeInvalid", "CodeExpired", "LoginIDExists"],
  limits: [perNetwork(60, 600), perSession(20, 600)],
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
  limits: [perNetwork(30, 600), perSession(6, 3600)],
});

export const editInformation = portalEndpoint({
  name: "editInformation",
  method: "POST",
  path: "/idp/edit-info",
  tag,
  summary: "Keeps the account's information and password; may be repeated until it is confirmed.",
  access: "flow",
  body: z.strictObject({
    information: accountInformationSchema,
    /** Absent on a step back when one is set, and for external IDs. */
    password: newPasswordSchema.optional(),
  }),
  response: z.object({ flow: signUpFlowSchema }),
  errors: ["StepOutOfOrder"],
  limits: [perSession(60, 600)],
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
  limits: [perSession(60, 600)],
});

/** State of one attempt to register a card (DESIGN, Money). */
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
    "StepOutOfOrder",
    "CardDeclined",
    "ThreeDSecureFailed",
    "CardTokenInvalid",
    "PaymentGatewayError",
    "PaymentNetworkError",
  ],
  limits: [perSession(20, 3600), perNetwork(60, 3600)],
});

/** What the payment step needs to show the company's card fields. */
export const paymentConfiguration = portalEndpoint({
  name: "paymentConfiguration",
  method: "GET",
  path: "/payment/configuration",
  tag: "Payment",
  summary: "Which payment company's fields to show, and where their frame lives.",
  access: "public",
  response: z.object({
    provider: z.enum(["sandbox", "stripe"]),
    /** Address of the hosted fields' page; the frame's only origin. */
    fieldsUrl: z.url(),
    fieldsOrigin: z.url(),
    publishableKey: z.string(),
  }),
  errors: [],
  limits: [],
});

export const cardAttempt = portalEndpoint({
  name: "cardAttempt",
  method: "GET",
  path: "/payment/attempts/:attempt",
  tag: "Payment",
  summary: "The state of a card registration, asked from the payment company when it is open.",
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

const documentVersionSchema = z.object({
  id: z.enum(["service-terms", "member-terms"]),
  version: z.string().max(64),
});

/**
 * The sign-up and, at its last step, the final confirmation that the Specified Commercial
 * Transactions Act (art. 12-6) wants on the screen itself.
 */
export const service = portalEndpoint({
  name: "service",
  method: "GET",
  path: "/idp/service",
  tag,
  summary: "Where the sign-up stands, and what its agreement step must show.",
  access: "flow",
  response: z.object({
    flow: signUpFlowSchema,
    agreement: z
      .object({
        documents: z.array(documentVersionSchema),
        /** Days are in Asia/Tokyo; null where the plan never charges. */
        trialEndsOn: z.iso.date().nullable(),
        firstChargeOn: z.iso.date().nullable(),
        monthlyPrice: z.int().nonnegative().nullable(),
        taxPercent: z.number().nonnegative(),
        scansPerMonth: z.int().positive().nullable(),
        card: signUpFlowSchema.shape.card,
        providerName: z.object({ ja: z.string(), en: z.string() }),
        contactEmail: z.string(),
        contactPhone: z.string(),
      })
      .nullable(),
  }),
  errors: [],
  limits: [],
});

export const agreeConsent = portalEndpoint({
  name: "agreeConsent",
  method: "POST",
  path: "/idp/service/agree-consent",
  tag,
  summary: "Agrees to the terms shown and completes the sign-up; the session begins.",
  access: "flow",
  body: z.strictObject({
    documents: z
      .array(z.strictObject({ ...documentVersionSchema.shape }))
      .min(2)
      .max(2),
    agreed: z.literal(true),
    /** Opt-in to promotional mail; off unless the person turns it on. */
    promotionalMail: z.boolean(),
    locale: localeSchema,
  }),
  response: z.object({ status: z.literal("SIGNED_IN"), expiresAt: momentSchema }),
  errors: ["StepOutOfOrder", "TermsChanged"],
  limits: [perSession(20, 600)],
});
