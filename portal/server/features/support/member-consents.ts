import type { Localized } from "@sekimori/kit-contract/locale";
import type { PortalContext } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { type DocumentVersion, documentVersions } from "../legal/documents.ts";
import { findHoldings } from "../openid/clients/connected-applications-repository.ts";

/** What a member has agreed to, and what waits for them or for us. */
export interface MemberConsents {
  /** The latest agreement to the terms, and whether it is to those in force. */
  readonly terms: {
    readonly agreedAt: Date;
    readonly documents: readonly DocumentVersion[];
    readonly areInForce: boolean;
  } | null;
  readonly promotionalMail: boolean;
  readonly monthlySummary: boolean;
  readonly applications: readonly {
    readonly name: string;
    /** What people read. */
    readonly names: Localized;
    readonly scope: string;
    readonly since: Date;
  }[];
}

const isInForce = (agreed: readonly DocumentVersion[]): boolean =>
  agreed.every(({ id, version }) =>
    documentVersions.some((one) => one.id === id && one.version === version),
  );

/** What the holder of an account has agreed to. */
export async function showConsents(
  { db, clock }: PortalContext,
  account: AccountRow,
): Promise<MemberConsents> {
  const latest = await db
    .selectFrom("portal.agreement")
    .select(["agreed_at", "documents"])
    .where("account_id", "=", account.id)
    .orderBy("agreed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const documents = (latest?.documents ?? []) as readonly DocumentVersion[];
  const holdings = await findHoldings(db, account.id, clock.now());
  return {
    terms: latest
      ? { agreedAt: latest.agreed_at, documents, areInForce: isInForce(documents) }
      : null,
    promotionalMail: account.promotional_mail,
    monthlySummary: account.monthly_summary,
    applications: holdings.map(({ name, names, scope, since }) => ({ name, names, scope, since })),
  };
}
