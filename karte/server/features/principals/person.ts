import type { Person } from "@sekimori/karte-contract/endpoints/field-schemas";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import { z } from "zod";
import type { KarteTransaction } from "../../context.ts";
import type { MailedPerson } from "../../mails/greeted.ts";
import type { SignedIn } from "../../ports/sign-ins.ts";

/** What the portal's claims say of a person; what is missing is left empty, never guessed. */
const claimsSchema = z.object({
  name: z.string().catch(""),
  given_name: z.string().catch(""),
  family_name: z.string().catch(""),
  email: z.string().catch(""),
  locale: z.enum(["ja", "en"]).catch("ja"),
  /** Of the portal's scope "organization"; null for a person on their own account. */
  organization: z.object({ name: z.string().nullable() }).catch({ name: null }),
});

export interface KnownPerson extends Person {
  /** Empty where only the whole name is known. */
  readonly givenName: string;
  readonly locale: Locale;
  readonly organisation: string;
  readonly twoFactor: boolean;
}

/** The person of a session. Japanese names have the family name first. */
export function personOf(session: SignedIn): KnownPerson {
  const claims = claimsSchema.parse(session.claims);
  const parts =
    claims.locale === "ja"
      ? [claims.family_name, claims.given_name]
      : [claims.given_name, claims.family_name];
  const name = claims.name || parts.filter((part) => part !== "").join(" ");
  const methods = session.claims.amr;
  return {
    id: session.subject,
    name: name || claims.email,
    givenName: claims.given_name,
    email: claims.email,
    locale: claims.locale,
    organisation: claims.organization.name ?? "",
    twoFactor:
      session.claims.two_factor === true ||
      session.claims.mfa_enabled === true ||
      (Array.isArray(methods) && methods.some((method) => method === "otp" || method === "mfa")),
  };
}

/** The language in which somebody is written to: of a member, that of their last visit. */
export const localeOf = (row: { readonly locale: string }): Locale =>
  row.locale === "en" ? "en" : "ja";

/**
 * The language of each of these members; for who is none any more, that of the person whose contract
 * the workspace lives on.
 */
export async function localesById(
  tx: KarteTransaction,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => Locale> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const { rows } = await sql<{ account_id: string; locale: string; pays: boolean }>`
    select m.account_id, m.locale, m.account_id = w.contract_owner as pays
    from karte.member m join karte.workspace w on w.id = m.workspace_id
    where m.account_id = w.contract_owner or m.account_id = any (${wanted}::text[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.account_id, localeOf(row)]));
  const payer = rows.find(({ pays }) => pays);
  const otherwise = payer ? localeOf(payer) : "ja";
  return (id) => (id === null ? undefined : known.get(id)) ?? otherwise;
}

const personalSchema = z.object({
  name: z.string(),
  email: z.string(),
  // Kept since mails greet by it: who has not come since then is greeted by the whole name.
  givenName: z.string().default(""),
});

interface SealedPerson {
  readonly workspace_id: string;
  readonly account_id: string;
  readonly personal: Buffer;
}

const contextOf = (workspaceId: string, accountId: string) =>
  `karte.member.personal:${workspaceId}:${accountId}`;

export function sealPerson(
  sealer: Sealer,
  workspaceId: string,
  { id, name, email, givenName }: Person & Pick<KnownPerson, "givenName">,
): Buffer {
  return sealer.seal(JSON.stringify({ name, email, givenName }), contextOf(workspaceId, id));
}

function open(sealer: Sealer, row: SealedPerson): z.output<typeof personalSchema> {
  const opened = sealer.open(row.personal, contextOf(row.workspace_id, row.account_id));
  return personalSchema.parse(JSON.parse(opened.toString("utf8")));
}

/** A member as others see them. */
export function openPerson(sealer: Sealer, row: SealedPerson): Person {
  const { name, email } = open(sealer, row);
  return { id: row.account_id, name, email };
}

/** A member as mails greet them. */
export const openMailedPerson = (sealer: Sealer, row: SealedPerson): MailedPerson =>
  open(sealer, row);

/**
 * The members among `ids` by their id. Who is no longer a member has left their name behind: only
 * the id is given then.
 */
export async function peopleById(
  tx: KarteTransaction,
  sealer: Sealer,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => Person | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom("karte.member")
          .select(["workspace_id", "account_id", "personal"])
          .where("account_id", "in", wanted)
          .execute();
  const known = new Map(rows.map((row) => [row.account_id, openPerson(sealer, row)]));
  return (id) => (id === null ? null : (known.get(id) ?? { id, name: "", email: "" }));
}

/** A member's name; empty for who is none any more. */
export async function nameOf(tx: KarteTransaction, sealer: Sealer, id: string): Promise<string> {
  return (await peopleById(tx, sealer, [id]))(id)?.name ?? "";
}
