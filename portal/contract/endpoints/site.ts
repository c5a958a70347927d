import { maintenanceAnswerSchema, maintenancePath } from "@sekimori/kit-contract/maintenance";
import { z } from "zod";
import { announcedPriceSchema } from "./announced-price.ts";
import { perNetwork, portalEndpoint } from "./declare.ts";

const localized = z.object({ ja: z.string(), en: z.string() });

/** What a page must know of this installation before anybody signs in. */
export const siteConfiguration = portalEndpoint({
  name: "siteConfiguration",
  method: "GET",
  path: "/site",
  tag: "Site",
  summary: "Names, addresses and switches that the operator sets.",
  access: "public",
  response: z.object({
    providerName: localized,
    contactUrl: z.url(),
    companyUrl: localized,
    privacyUrl: localized,
    passwordMaximum: z.int(),
    /** What members know the external identity provider by; null: there is none. */
    externalId: localized.nullable(),
    captcha: z.enum(["none", "altcha", "recaptcha", "turnstile"]),
    captchaSiteKey: z.string().nullable(),
    karteOrigin: z.url().nullable(),
    /** Set when the sandbox runs beside: screens say so. */
    sandboxUrl: z.url().nullable(),
    /** Whether anything is closed for maintenance: then `showMaintenance` says what. */
    isInMaintenance: z.boolean(),
  }),
  errors: [],
  limits: [],
  load: "public",
});

export const showMaintenance = portalEndpoint({
  name: "showMaintenance",
  method: "GET",
  path: maintenancePath,
  tag: "Site",
  summary: "What the operator has closed for maintenance, why, and until when.",
  access: "public",
  response: maintenanceAnswerSchema,
  errors: [],
  limits: [],
  load: "public",
});

/** Only where `captcha` is "altcha"; the widget asks this address by itself. */
export const captchaChallenge = portalEndpoint({
  name: "captchaChallenge",
  method: "GET",
  path: "/captcha/challenge",
  tag: "Site",
  summary: "A fresh proof of work for the captcha's widget.",
  access: "public",
  response: z.object({ parameters: z.looseObject({}), signature: z.string() }),
  errors: ["NotFound"],
  limits: [perNetwork(120, 600)],
});

export const lookUpPostalCode = portalEndpoint({
  name: "lookUpPostalCode",
  method: "GET",
  path: "/postal-codes/:code",
  tag: "Site",
  summary: "The places a postal code stands for; more than one where it spans several.",
  access: "public",
  params: z.strictObject({ code: z.string().regex(/^[0-9]{7}$/) }),
  response: z.object({
    places: z.array(
      z.object({
        addrState: z.string(),
        addrCity: z.string(),
        town: z.string(),
        /** City and town as an English address has them, where the table knows them. */
        roman: z.object({ addrCity: z.string(), town: z.string() }).nullable(),
      }),
    ),
  }),
  errors: [],
  limits: [perNetwork(120, 600)],
});

/** The operator's names and numbers that the legal texts and the disclosure table need. */
export const legalConfiguration = portalEndpoint({
  name: "legalConfiguration",
  method: "GET",
  path: "/site/legal",
  tag: "Site",
  summary: "The operator's details for the legal texts, and the versions in force.",
  access: "public",
  response: z.object({
    provider: localized,
    responsiblePerson: localized,
    address: localized,
    phone: z.string(),
    phoneHours: localized,
    contactEmail: z.string(),
    court: localized,
    /** The companies abroad that receive something of a member (Act on the Protection of Personal Information, article 28). */
    abroad: localized,
    invoiceNumber: z.string(),
    /** Of the detailed plan at the first charge of whoever applies today. */
    monthlyPrice: z.int(),
    /** A price that is announced for after that charge. */
    announcedPrice: announcedPriceSchema.nullable(),
    trialMonths: z.int(),
    documents: z.array(
      z.object({
        id: z.enum(["service-terms", "member-terms"]),
        version: z.string(),
        effectiveOn: z.iso.date(),
        /** Paths of the PDF in each language, on this origin. */
        pdf: localized,
      }),
    ),
  }),
  errors: [],
  limits: [],
  load: "public",
});
