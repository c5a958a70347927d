import { keyring } from "@sekimori/kit-server/sealing";
import {
  boolean,
  integer,
  list,
  mode,
  networks,
  origin,
  sample,
  secret,
  webAddress,
} from "@sekimori/kit-server/settings";
import {
  passwordMaximum,
  passwordMaximumLifted,
  passwordMinimum,
} from "@sekimori/portal-contract/password-policy";
import { z } from "zod";

const text = () => z.string().trim().min(1);
const longSecret = () => secret(z.string().min(32, "must have at least 32 characters"));

/** What the member terms say where no company abroad receives anything of a member. */
export const noCompaniesAbroad = { ja: "ありません。", en: "none." } as const;

/**
 * Everything the portal's server is told from outside; `parseSettings` reads each key from the
 * variable of the same name in capitals (`portalOrigin` from PORTAL_ORIGIN).
 */
export const portalSettingsSchema = z.object({
  /** `production`, `staging` (partners' test keys, and every page says so) or `development`. */
  sekimoriMode: mode(),
  /** Where browsers reach the portal; every link in a mail begins with it. */
  portalOrigin: origin(),
  /** Addresses or networks of our own reverse proxies. */
  trustedProxies: networks().prefault(""),

  /** The domain that passkeys belong to: the host of PORTAL_ORIGIN, which it is unless set, or a parent of it that can be registered. Changing it loses every passkey: never change it. */
  passkeyRpId: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a domain such as "example.jp"')
    .optional(),
  /** Further origins where the same passkeys count, beside PORTAL_ORIGIN: told in /.well-known/webauthn, whose browsers read five domains at most. */
  passkeyRelatedOrigins: list().pipe(z.array(origin()).max(5)).prefault(""),

  /** Signs CSRF tokens and codes. Changing it makes open forms and unused codes invalid. */
  portalSecret: longSecret(),
  /** Finds an account by its address. Changing it loses every account: never change it. */
  portalLookupSecret: longSecret(),
  /** AES-256-GCM keys for personal data: id:base64 pairs, the current one first. */
  portalDataKeys: secret(keyring()),
  /** Optional. Mixed into password hashes; changing it invalidates every password. */
  portalPasswordPepper: longSecret().optional(),

  /** The name of the service on screens, in mails and in legal texts. */
  serviceName: text().default("Sekimori"),
  /**
   * Who stands behind the service, in Japanese: legal texts, invoices, the end of every mail. Portal and
   * karte need it alike.
   */
  providerNameJa: sample(text().default("関守サンプル株式会社")),
  /** The same in English. */
  providerNameEn: sample(text().default("Sekimori Sample Inc.")),
  /** The person responsible, whom the legal disclosure names, in Japanese. */
  responsiblePersonJa: sample(text().default("関 守")),
  /** The same in English. */
  responsiblePersonEn: sample(text().default("Mamoru Seki")),
  /** The provider's postal address, in Japanese: legal disclosure and invoices. */
  providerAddressJa: sample(text().default("東京都千代田区千代田1-1")),
  /** The same in English. */
  providerAddressEn: sample(text().default("1-1 Chiyoda, Chiyoda-ku, Tokyo, Japan")),
  /** The provider's telephone number. */
  providerPhone: sample(text().default("03-0000-0000")),
  /** When the telephone is answered, in Japanese. */
  phoneHoursJa: sample(text().default("平日 10:00〜17:00")),
  /** The same in English. */
  phoneHoursEn: sample(text().default("weekdays 10:00–17:00 JST")),
  /** The court of first instance that the terms name. */
  courtJa: sample(text().default("東京地方裁判所")),
  /** The same in English. */
  courtEn: sample(text().default("the Tokyo District Court")),
  /**
   * Companies abroad that receive something of a member, each with its country, as the terms name them,
   * such as Stripe, Inc.（米国）. Asked for with a payment or captcha company from abroad; name too a mail
   * service, a storage of files or a provider of external IDs that you bring in.
   */
  companiesAbroadJa: text().default(noCompaniesAbroad.ja),
  /** The same in English. */
  companiesAbroadEn: text().default(noCompaniesAbroad.en),
  /** Registration number of a qualified invoice issuer. */
  invoiceNumber: sample(
    z
      .string()
      .regex(/^T\d{13}$/, 'must be "T" and thirteen digits')
      .default("T7000012050002"),
  ),
  /** Where members write to the provider. */
  providerEmail: sample(z.email().default("contact@sekimori.example")),
  /** Where questions go: at the end of every mail. */
  contactUrl: sample(webAddress().default("https://www.sekimori.example/contact")),
  /** The page about the company, in Japanese. */
  companyUrlJa: sample(webAddress().default("https://www.sekimori.example/ja/company")),
  /** The same in English. */
  companyUrlEn: sample(webAddress().default("https://www.sekimori.example/en/company")),
  /** The privacy policy, in Japanese. */
  privacyUrlJa: sample(webAddress().default("https://www.sekimori.example/ja/privacy")),
  /** The same in English. */
  privacyUrlEn: sample(webAddress().default("https://www.sekimori.example/en/privacy")),

  /**
   * Yen a month, tax included, of the detailed diagnosis plan until the first announced price holds
   * (`operator prices announce`), which needs no setting changed.
   */
  planMonthlyPrice: integer({ min: 0, max: 10_000_000 }).prefault("11000"),
  /** Tax that the price contains, in percent. */
  planTaxPercent: integer({ min: 0, max: 100 }).prefault("10"),
  /** Domains that the detailed diagnosis plan gives. */
  planDetailedDomains: integer({ min: 1, max: 1_000_000 }).prefault("100"),
  /** Months that the detailed diagnosis plan is free at first. */
  planTrialMonths: integer({ min: 0, max: 24 }).prefault("1"),

  /** How the tax in an invoice becomes whole yen. */
  taxRounding: z.enum(["floor", "round", "ceil"]).default("floor"),
  /**
   * Years for which issued documents are kept: seven, or ten where losses are carried forward. They are
   * counted from fourteen months after the day of issue, because the law counts them from two months
   * after the end of the tax period. Then names, addresses and PDFs are removed; numbers, amounts, hashes
   * and the books stay. What is still owed is kept until it is made void.
   */
  documentRetentionYears: z.enum(["7", "10"]).default("7").transform(Number),

  /** Longest password; the specification's 14 unless lifted. */
  passwordMaximum: integer({ min: passwordMinimum, max: passwordMaximumLifted }).prefault(
    String(passwordMaximum),
  ),
  /**
   * Where breached passwords are looked up: nowhere, on a range server (production's default), which
   * gets five digits of a new password's hash and nothing of a member, or in a folder of ranges.
   */
  breachedPasswords: z.enum(["off", "server", "folder"]).default("off"),
  /** The range server's address with a final slash, or the folder. */
  breachedPasswordsSource: text().default("https://api.pwnedpasswords.com/"),
  /** What tells people from scripts at login, sign-up and forgotten password: our own proof of work (`altcha`), or a company's. */
  captcha: z.enum(["none", "altcha", "recaptcha", "turnstile"]).default("none"),
  /**
   * How hard our own proof of work is: each step makes it sixteen times longer. The portal adds one by
   * itself while passwords queue up.
   */
  captchaWork: integer({ min: 1, max: 6 }).prefault("3"),
  /** From the company, for reCAPTCHA and Turnstile. */
  captchaSiteKey: text().optional(),
  /** From the company, for reCAPTCHA and Turnstile: checks answers. */
  captchaSecretKey: secret(text()).optional(),
  /** Whether sign-up says at once that an address has an account, to anybody who asks. */
  tellExistingAddress: boolean().prefault("false"),
  /** Sign-ins that one network may try in ten minutes. */
  signInsPerNetwork: integer({ min: 1, max: 10_000_000 }).prefault("100"),
  /**
   * Failed sign-ins to one account in fifteen minutes, from browsers it does not know. As many by all
   * strangers within an hour make unknown browsers need a mailed code.
   */
  signInsPerAccount: integer({ min: 1, max: 10_000_000 }).prefault("20"),

  /** Multiplies every limit; for load tests and for test machines that are one network. */
  limitFactor: integer({ min: 1, max: 1_000_000 }).prefault("1"),

  /** Issuer of the external identity provider, and what it knows us by: all three or none. */
  externalIdIssuer: webAddress().optional(),
  /** What the external identity provider knows the portal by. */
  externalIdClientId: text().optional(),
  /** What the portal proves itself with to the external identity provider. */
  externalIdClientSecret: secret(z.string().min(16, "must have at least 16 characters")).optional(),
  /** What members know the external identity provider by, in Japanese; 外部ID and its host unless set. */
  externalIdNameJa: z.string().trim().min(1).max(30).optional(),
  /** The same in English; "external ID" and its host unless set. Both or neither. */
  externalIdNameEn: z.string().trim().min(1).max(30).optional(),

  /** Recursive name servers that are asked for the records of organisations' domains, as "192.0.2.1" or "192.0.2.1:5353"; the system's unless set. */
  domainNameServers: list()
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/,
            'must be an address such as "192.0.2.1:5353"',
          ),
      ),
    )
    .prefault(""),

  /** From header of every mail. */
  mailFrom: sample(text().default("Sekimori <no-reply@sekimori.example>")),
  /** Origin of the embedded management application, whose menu entries are not available without it. */
  karteOrigin: origin().optional(),
  /** Address of the sandbox, when it runs beside; screens say so. Never in production. */
  sandboxUrl: webAddress().optional(),
});

export type PortalSettings = Readonly<z.output<typeof portalSettingsSchema>>;
