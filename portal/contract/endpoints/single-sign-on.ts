import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { printedSchema } from "@sekimori/kit-contract/letters";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { testProblems } from "../connection-tests.ts";
import { organisationDomainsMost } from "../constants.ts";
import {
  certificatesTextSchema,
  clientSecretSchema,
  connectionSignOutSchema,
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  newConnectionSchema,
  newSamlConnectionSchema,
} from "../fields.ts";
import { signOutsAtProvider } from "../sign-outs-at-provider.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import { documentVersionSchema, shownSchema } from "./final-confirmation.ts";
import { providerOutcomeSchema } from "./other-account.ts";
import { providerAnswerSchema } from "./provider-answer.ts";

const tag = "Single sign-on";

/**
 * `data.reason` of SingleSignOnFailed: what the page can say beyond "it did not work".
 *
 * - `denied`, `unavailable`, `untrusted`: the provider said no, has a fault, proved nothing.
 * - `expired`: this browser began no such visit, or too long ago, or it has been answered.
 * - `off`: the connection was switched off or removed, or the organisation's plan or domain is gone.
 * - `no-email`, `unverified`, `other-domain`: the provider gives no address, calls it unverified, or gives
 *   one outside the organisation's domains.
 * - `account-elsewhere`: the linked account's own address is outside the organisation's domains.
 * - `other-organisation`: the account is in another organisation.
 * - `linked-elsewhere`: the identity is another account's.
 * - `unsolicited`: the login began at the provider, which the connection does not allow.
 * - `temporary-id`: the provider names the person differently each time (SAML's transient).
 * - `certificate-ended`: every certificate of the provider has ended.
 * - `no-relay-state`: the provider keeps back what it was sent (RelayState), so that its answer belongs to
 *   nobody here.
 */
export const singleSignOnFailures = [
  "denied",
  "unavailable",
  "untrusted",
  "expired",
  "off",
  "no-email",
  "unverified",
  "other-domain",
  "account-elsewhere",
  "other-organisation",
  "linked-elsewhere",
  "unsolicited",
  "temporary-id",
  "certificate-ended",
  "no-relay-state",
] as const;

export type SingleSignOnFailure = (typeof singleSignOnFailures)[number];

/**
 * Which of an organisation's connections is shown, or set up; `new` is another one. Unless it is said, the first is
 * shown, and the only one is set up.
 */
const choice = { connection: z.union([z.uuid(), z.literal("new")]).optional() };

/** Which one an act is for. Where there are several it has to be said, so that it is the one that its owner saw. */
const actChoice = { connection: z.uuid().optional() };

const connectionSchema = z.object({
  id: z.uuid(),
  protocol: z.enum(["openid", "saml"]),
  /** An OpenID provider's issuer, or a SAML provider's entity ID. */
  issuer: z.string(),
  /** Null of a SAML provider, as are its scopes. */
  clientId: z.string().nullable(),
  scopes: z.string().nullable(),
  /** Null of an OpenID provider. */
  saml: z
    .object({
      ssoUrl: z.string(),
      /** Who ends last stands last. */
      certificates: z.array(
        z.object({ text: z.string(), fingerprint: z.string(), endsAt: momentSchema }),
      ),
      allowsProviderStart: z.boolean(),
      /** Where the provider takes messages about logging out; null where it has no such address. */
      sloUrl: z.string().nullable(),
    })
    .nullable(),
  signOut: z.enum(signOutsAtProvider),
  isOn: z.boolean(),
  /** Whether a test succeeded since the connection was set up or changed. */
  isTested: z.boolean(),
  /** When the client secret, or the certificates, were set. */
  secretChangedAt: momentSchema,
  /** People who log in by it. */
  people: z.int().nonnegative(),
  /** What the last test found; no claim's value but the address's domain. */
  test: z
    .object({
      at: momentSchema,
      claims: z.array(z.string()),
      domain: z.string().nullable(),
      problems: z.array(z.enum(testProblems)),
    })
    .nullable(),
});

const connectionPageSchema = z.object({
  /** What is registered at the provider before the connection is set up. */
  redirectUri: z.string(),
  /** The same for logging out. */
  signOut: z.object({
    /** Where an OpenID provider tells that somebody has logged out there (back-channel). */
    backChannelUri: z.string(),
    /** Where it sends browsers back to that logged out there. */
    returnUri: z.string(),
  }),
  /** What a SAML provider knows us by; `certificate` is null until the keys are made. */
  serviceProvider: z.object({
    entityId: z.string(),
    acsUrl: z.string(),
    /** Where the provider says that somebody logs out, by HTTP-Redirect and HTTP-POST. */
    sloUrl: z.string(),
    /** With `?encryption=1` it has the certificate to encrypt assertions for, too. */
    metadataUrl: z.string(),
    certificate: z.string().nullable(),
  }),
  /** Null where none is set up. */
  connection: connectionSchema.nullable(),
  /** All of them, the first of them first. */
  connections: z.array(
    z.object({
      id: z.uuid(),
      protocol: z.enum(["openid", "saml"]),
      /** The provider's. */
      host: z.string(),
      isOn: z.boolean(),
    }),
  ),
  /** Where each domain leads that the organisation has listed: null to none of them. */
  domains: z.array(z.object({ domain: z.string(), connection: z.uuid().nullable() })),
});

export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionPage = z.infer<typeof connectionPageSchema>;

export const showConnection = portalEndpoint({
  name: "showConnection",
  method: "GET",
  path: "/organisation/connection",
  tag,
  summary: "The single sign-on of the organization that the member owns.",
  access: "account",
  query: z.strictObject(choice),
  response: connectionPageSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const setUpConnection = portalEndpoint({
  name: "setUpConnection",
  method: "POST",
  path: "/organisation/connection",
  tag,
  summary:
    "Sets up or changes the connection to the organization's OpenID provider; it's off until it has been tested.",
  access: "recent",
  body: newConnectionSchema.extend(choice),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded", "ProviderRefused"],
  limits: [perAccount(20, 600)],
});

export const changeConnectionSecret = portalEndpoint({
  name: "changeConnectionSecret",
  method: "POST",
  path: "/organisation/connection/secret",
  tag,
  summary: "Replaces the client secret; the connection stays on or off.",
  access: "recent",
  body: z.strictObject({ clientSecret: clientSecretSchema, ...actChoice }),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(20, 600)],
});

export const prepareSaml = portalEndpoint({
  name: "prepareSaml",
  method: "POST",
  path: "/organisation/connection/saml/keys",
  tag,
  summary:
    "Makes the keys by which a SAML provider knows the portal, unless they exist; the metadata then has their certificates.",
  access: "account",
  body: z.strictObject(choice),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(20, 600)],
});

export const setUpSamlConnection = portalEndpoint({
  name: "setUpSamlConnection",
  method: "POST",
  path: "/organisation/connection/saml",
  tag,
  summary:
    "Sets up or changes the connection to the organization's SAML provider; it's off until it has been tested. If nothing but allowsProviderStart changes, it stays on or off.",
  access: "recent",
  body: newSamlConnectionSchema.extend(choice),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded", "ProviderRefused"],
  limits: [perAccount(20, 600)],
});

export const changeConnectionCertificates = portalEndpoint({
  name: "changeConnectionCertificates",
  method: "POST",
  path: "/organisation/connection/saml/certificates",
  tag,
  summary:
    "Replaces the certificates of a SAML provider, from now on; the connection stays on or off.",
  access: "recent",
  body: z.strictObject({ certificates: certificatesTextSchema, ...actChoice }),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded", "ProviderRefused"],
  limits: [perAccount(20, 600)],
});

export const changeConnectionSignOut = portalEndpoint({
  name: "changeConnectionSignOut",
  method: "POST",
  path: "/organisation/connection/sign-out",
  tag,
  summary:
    "Says whether people who log out here also log out at the provider, and where a SAML provider takes that; the connection stays on or off.",
  access: "recent",
  body: connectionSignOutSchema.extend(actChoice),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded", "ProviderRefused"],
  limits: [perAccount(20, 600)],
});

export const setConnectionDomains = portalEndpoint({
  name: "setConnectionDomains",
  method: "POST",
  path: "/organisation/connection/domains",
  tag,
  summary:
    "Says which of the organization's domains lead to a connection: these, and no other. A domain leads to one connection at most, and to the first one until something is said.",
  access: "recent",
  body: z.strictObject({
    connection: z.uuid(),
    domains: z.array(z.string().max(253)).max(organisationDomainsMost),
  }),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(30, 600)],
});

export const testConnection = portalEndpoint({
  name: "testConnection",
  method: "POST",
  path: "/organisation/connection/test",
  tag,
  summary: "Where to go to try a login at the organization's provider; it changes nothing.",
  access: "account",
  body: z.strictObject(actChoice),
  response: z.object({ redirectUrl: z.url() }),
  errors: ["NotFound", "OrganisationNotIncluded", "SingleSignOnFailed"],
  limits: [perAccount(30, 600)],
});

export const switchConnection = portalEndpoint({
  name: "switchConnection",
  method: "POST",
  path: "/organisation/connection/switch",
  tag,
  summary: "Switches single sign-on on, once a test succeeded and a domain is verified, or off.",
  access: "recent",
  body: z.strictObject({ on: z.boolean(), ...actChoice }),
  response: connectionPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded", "ConnectionNotReady"],
  limits: [perAccount(30, 600)],
});

export const removeConnection = portalEndpoint({
  name: "removeConnection",
  method: "DELETE",
  path: "/organisation/connection",
  tag,
  summary:
    "Removes one connection and its links; no account is removed. Domains that led to it lead to none until they're given to another.",
  access: "recent",
  query: z.strictObject({ connection: z.uuid() }),
  response: connectionPageSchema,
  errors: ["NotFound"],
  limits: [perAccount(20, 600)],
});

/** A company's people may come from one network: the calls of a sign-in count many of them. */
const ofCompany = perNetwork(240, 600);

export const beginSingleSignOn = portalEndpoint({
  name: "beginSingleSignOn",
  method: "POST",
  path: "/sign-in/discover",
  tag,
  summary:
    "Where the organization that holds an address's domain logs its people in. The answer depends on the domain alone.",
  access: "public",
  body: z.strictObject({ email: emailSchema, locale: localeSchema }),
  /** Null where no organisation with single sign-on holds the domain. */
  response: z.object({ redirectUrl: z.url().nullable() }),
  errors: ["SingleSignOnFailed"],
  limits: [ofCompany],
});

export const beginProviderSignIn = portalEndpoint({
  name: "beginProviderSignIn",
  method: "POST",
  path: "/sso/organisation/:organisation/begin",
  tag,
  summary:
    "Where a login goes on that began at an organization's SAML provider: to the provider again, asked by this browser.",
  access: "public",
  params: z.strictObject({ organisation: z.uuid() }),
  body: z.strictObject({ locale: localeSchema }),
  response: z.object({ redirectUrl: z.url() }),
  errors: ["SingleSignOnFailed"],
  limits: [ofCompany],
});

export const completeSingleSignOn = portalEndpoint({
  name: "completeSingleSignOn",
  method: "GET",
  path: "/sso/organisation/:organisation/callback",
  tag,
  summary: "Completes the return from an organization's provider.",
  access: "public",
  params: z.strictObject({ organisation: z.uuid() }),
  query: providerAnswerSchema,
  response: z.discriminatedUnion("status", [
    ...providerOutcomeSchema.options,
    /** A test: its owner sees on the organisation's page what came. */
    z.object({ status: z.literal("TESTED"), connection: z.uuid() }),
    /** Nobody has this identity yet: the person is asked (`showJoining`). */
    z.object({ status: z.literal("JOIN") }),
  ]),
  errors: ["SingleSignOnFailed", "AccessEnded", "NetworkRefused", "PasswordsOff"],
  limits: [ofCompany],
});

export const showJoining = portalEndpoint({
  name: "showJoining",
  method: "GET",
  path: "/sso/organisation/joining",
  tag,
  summary: "What somebody who came from an organization's provider for the first time is asked.",
  access: "public",
  response: z.object({
    organisation: z.string(),
    /** The host of its provider. */
    provider: z.string(),
    email: z.string(),
    /** What the provider calls the person. */
    name: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
    /** The account that this browser is logged in to, where it is another one; joining ends that login. */
    present: z.string().nullable(),
    /**
     * - `none`: the address has no account.
     * - `sign-in`: it has one, and nobody is signed in to it here.
     * - `other`: somebody is signed in here to another account.
     * - `signed-in`: its owner is signed in here.
     */
    account: z.enum(["none", "sign-in", "other", "signed-in"]),
    /** Who else might be able to enter the account, for its owner to look at. */
    review: z
      .object({
        passkeys: z.int().nonnegative(),
        app: z.boolean(),
        /** The providers whose links end, by what a person knows them. */
        externalIds: z.array(z.object({ ja: z.string(), en: z.string() })),
      })
      .nullable(),
    /** What who has no account agrees to. */
    documents: z.array(documentVersionSchema),
    shown: shownSchema,
  }),
  errors: ["SingleSignOnFailed"],
  limits: [],
  load: "public",
});

export const joinOrganisation = portalEndpoint({
  name: "joinOrganisation",
  method: "POST",
  path: "/sso/organisation/joining",
  tag,
  summary: "Agrees to the terms and makes an account that logs in by the organization's provider.",
  access: "public",
  body: z.strictObject({
    firstName: printedSchema(firstNameSchema),
    lastName: printedSchema(lastNameSchema),
    documents: z
      .array(z.strictObject({ ...documentVersionSchema.shape }))
      .min(2)
      .max(2),
    shown: shownSchema,
    agreed: z.literal(true),
    locale: localeSchema,
  }),
  response: z.object({ status: z.literal("SIGNED_IN"), expiresAt: momentSchema }),
  errors: ["SingleSignOnFailed", "LoginIDExists", "TermsChanged", "AccessEnded", "NetworkRefused"],
  limits: [ofCompany],
});

export const linkToOrganisation = portalEndpoint({
  name: "linkToOrganisation",
  method: "POST",
  path: "/sso/organisation/joining/link",
  tag,
  summary:
    "Links the account that the caller is logged in to, which has the address that the provider gave.",
  access: "recent",
  body: z.strictObject({}),
  response: z.object({}),
  errors: ["SingleSignOnFailed", "Conflict", "AccessEnded", "NetworkRefused"],
  limits: [perAccount(20, 600)],
});

export const declineJoining = portalEndpoint({
  name: "declineJoining",
  method: "POST",
  path: "/sso/organisation/joining/decline",
  tag,
  summary: "Doesn't join; an account that exists stays a personal one.",
  access: "public",
  body: z.strictObject({}),
  response: z.object({}),
  errors: [],
  limits: [ofCompany],
});
