import { emailMost } from "@sekimori/kit-contract/email-address";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { lineSchema, mailedNameSchema, optionalLineSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { codePattern, passkeyNameMost } from "./constants.ts";
import { isCorporateNumber } from "./corporate-number.ts";
import { passwordMaximumLifted } from "./password-policy.ts";
import { prefectures } from "./prefectures.ts";
import { signOutsAtProvider } from "./sign-outs-at-provider.ts";

/** Longest accepted value of each free-text field, in UTF-16 units as `maxlength` counts them. */
export const maxLengths = {
  email: emailMost.address,
  name: 50,
  companyName: 100,
  addrCity: 100,
  addrLine: 100,
} as const;

// biome-ignore lint/performance/noBarrelFile: whoever asks for a field finds it here.
export { emailSchema } from "@sekimori/kit-contract/email-address";

/** A password as typed: any characters, so that the policy and not the schema explains a refusal. */
export const passwordInputSchema = z.string().min(1).max(256);

/** What a member may call a passkey; spaces around it do not count. */
export const passkeyNameSchema = lineSchema(passkeyNameMost);

/** A domain as it is typed; the server reads it as the DNS does. */
export const typedDomainSchema = z.string().trim().min(1).max(1000);

/** Letters in what is pasted of a SAML provider at most. */
const samlTextMost = 90_000;

/** An issuer as it is typed; the server looks whether there is one. */
const issuerSchema = z.string().trim().min(1).max(500);
const clientIdSchema = z.string().trim().min(1).max(255);
export const clientSecretSchema = z.string().trim().min(1).max(1000);

/** Of each scope what RFC 6749 allows; "openid" and "email" are among them. */
const scopesSchema = z
  .string()
  .trim()
  .max(300)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
  .refine((text) => ["openid", "email"].every((one) => text.split(" ").includes(one)), {
    params: { code: "invalid" },
  });

/** How an organisation's provider is reached, and what it knows us by. */
export const newConnectionSchema = z.strictObject({
  issuer: issuerSchema,
  clientId: clientIdSchema,
  clientSecret: clientSecretSchema,
  scopes: scopesSchema,
});

/** The certificates of an organisation's SAML provider, or its metadata, as they are pasted. */
export const certificatesTextSchema = z.string().trim().min(1).max(samlTextMost);

/** An organisation's SAML provider: its metadata, or what stands in it. */
export const newSamlConnectionSchema = z.strictObject({
  metadata: z.string().trim().max(samlTextMost),
  entityId: z.string().trim().max(1024),
  ssoUrl: z.string().trim().max(2000),
  certificates: z.string().trim().max(samlTextMost),
  /** Whether a login may begin at the provider. */
  allowsProviderStart: z.boolean(),
});

/** What becomes at an organisation's provider of who logs out here. */
export const connectionSignOutSchema = z.strictObject({
  signOut: z.enum(signOutsAtProvider),
  /** A SAML provider's; empty where it has none, and of an OpenID provider. */
  sloUrl: z.string().trim().max(2000),
});

/** A code sent by mail, in ASCII digits. */
export const codeSchema = z.string().regex(codePattern);

/** An opaque token in a link: 256 bits in base64url. */
export const linkTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const firstNameSchema = mailedNameSchema(maxLengths.name);
export const lastNameSchema = mailedNameSchema(maxLengths.name);

/** 1 organisation, 2 personal (specification 3). */
export const userTypeSchema = z.enum(["1", "2"]);

const prefectureCodes = prefectures.map(({ code }) => code);

const addressShape = {
  /** Seven digits without the hyphen. */
  postalCode: z.string().regex(/^[0-9]{7}$/),
  addrState: z.enum(prefectureCodes as [string, ...string[]]),
  addrCity: lineSchema(maxLengths.addrCity),
  addrLine1: lineSchema(maxLengths.addrLine),
  addrLine2: optionalLineSchema(maxLengths.addrLine),
};

const nameShape = { firstName: firstNameSchema, lastName: lastNameSchema };

export const corporateNumberSchema = z
  .string()
  .regex(/^[0-9]{13}$/)
  .refine(isCorporateNumber, { params: { code: "invalid" } });

const organisationSchema = z.strictObject({
  userType: z.literal("1"),
  companyName: mailedNameSchema(maxLengths.companyName),
  corporateNumber: corporateNumberSchema,
  ...nameShape,
  ...addressShape,
});

const personalSchema = z.strictObject({ userType: z.literal("2"), ...nameShape, ...addressShape });

/** What the information step asks (specification 2, 3); the user type decides which fields exist. */
export const accountInformationSchema = z.discriminatedUnion("userType", [
  organisationSchema,
  personalSchema,
]);

const names = { firstName: true, lastName: true } as const;

/** What of it My Page changes in one go: all but the name, which has a form of its own. */
export const registeredDetailsSchema = z.discriminatedUnion("userType", [
  organisationSchema.omit(names),
  personalSchema.omit(names),
]);

export type RegisteredDetails = z.infer<typeof registeredDetailsSchema>;

export type AccountInformation = z.infer<typeof accountInformationSchema>;

/** The profile's stored language. */
export const languageCodeSchema = localeSchema;

/** Longest password any setting allows; the policy in force may be shorter. */
export const newPasswordSchema = z
  .string()
  .min(1)
  .max(passwordMaximumLifted * 4);
