import { randomUUID } from "node:crypto";
import type { Localized } from "@sekimori/kit-contract/locale";
import type { Kysely } from "kysely";
import type { SandboxTables } from "../database/tables.ts";

export interface IdentityAccount {
  readonly subject: string;
  readonly name: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** How it was recognised, as the ID token says (`amr`, RFC 8176). */
  readonly amr?: readonly string[];
  /** How strongly, as the ID token says (`acr`). */
  readonly acr?: string;
  /** What is special about it, for the page where it is chosen. */
  readonly note?: Localized;
}

/** Choosing this one, the code that comes back cannot be exchanged any more. */
export const expiredCodeSubject = "external-expired-code";

/** People who are always there, in one table that the page shows. */
export const standingAccounts: readonly IdentityAccount[] = [
  {
    subject: "external-hanako",
    name: "関 花子",
    email: "hanako.external@example.com",
    email_verified: true,
  },
  {
    subject: "external-taro",
    name: "Taro Yamada",
    email: "taro.external@example.com",
    email_verified: true,
    amr: ["pwd", "otp", "mfa"],
    note: {
      ja: "二要素でログインしたと伝えます（amr）。",
      en: "Says that two factors were used (amr).",
    },
  },
  {
    subject: "external-sakura",
    name: "森 さくら",
    email: "sakura.external@example.com",
    email_verified: true,
    amr: ["pop", "user", "mfa"],
    acr: "phr",
    note: {
      ja: "フィッシングに強い方法でログインしたと伝えます（acr が phr）。",
      en: "Says that a way was used that resists phishing (acr is phr).",
    },
  },
  {
    subject: "external-unverified",
    name: "未確認 一郎",
    email: "unverified.external@example.com",
    email_verified: false,
    note: {
      ja: "メールアドレスが確認されていません（email_verified が false）。",
      en: "The email address isn't verified (email_verified is false).",
    },
  },
  {
    subject: "external-no-email",
    name: "匿名 次郎",
    note: { ja: "メールアドレスを渡しません。", en: "Gives no email address." },
  },
  {
    subject: expiredCodeSubject,
    name: "期限 三郎",
    email: "expired.external@example.com",
    email_verified: true,
    note: {
      ja: "返される認可コードは期限切れです（invalid_grant）。",
      en: "The code that comes back has expired (invalid_grant).",
    },
  },
];

type Books = Kysely<SandboxTables>;

export async function listAccounts(books: Books): Promise<readonly IdentityAccount[]> {
  const made = await books
    .selectFrom("sandbox.identity_account")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();
  return [...standingAccounts, ...made];
}

export async function findAccount(
  books: Books,
  subject: string,
): Promise<IdentityAccount | undefined> {
  const standing = standingAccounts.find((account) => account.subject === subject);
  if (standing !== undefined) return standing;
  return await books
    .selectFrom("sandbox.identity_account")
    .selectAll()
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** Makes a person with any address, verified or not: also one that somebody else owns. */
export async function makeAccount(
  books: Books,
  account: { email: string; name: string; email_verified: boolean },
  now: Date,
): Promise<string> {
  const subject = `external-${randomUUID()}`;
  await books
    .insertInto("sandbox.identity_account")
    .values({ subject, created_at: now, ...account })
    .execute();
  return subject;
}

/** Claims for the scopes openid, email and profile; what an account lacks is left out. */
export function claimsOf(account: IdentityAccount) {
  return {
    sub: account.subject,
    name: account.name,
    ...(account.email !== undefined && {
      email: account.email,
      email_verified: account.email_verified === true,
    }),
  };
}
