import type { Locale } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { PortalDatabase, Queryable } from "../../context.ts";
import { openPersonalData } from "../account/personal-data.ts";

/** Whom promotional mail may be sent to, and since when. */
export interface ConsentingMember {
  readonly email: string;
  readonly language: Locale;
  /** Null for a person. */
  readonly company: string | null;
  readonly name: string;
  readonly consentedAt: Date;
}

/** Members who are read at once. */
const pageSize = 1000;

/**
 * Open accounts that consent now, with the moment from the log that proves it; consent that cannot be
 * proved is none. Whoever has asked to leave is not advertised to.
 */
const consenting = sql`
  portal.account account cross join lateral (
    select event.at from portal.audit_event event
    where event.account_id = account.id and event.action = 'promotional-mail.consented'
    order by event.id desc limit 1
  ) consent
  where account.promotional_mail and account.closed_at is null and not exists (
    select from portal.contract contract where contract.account_id = account.id
      and contract.ended_on is null and contract.end_reason = 'withdrawn'
  )`;

export async function countConsenting(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${consenting}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Whoever consents at the moment when their page is read, in pages: a million members are never held
 * at once, and who withdraws meanwhile is left out.
 */
export async function* consentingMembers(
  { db, sealer }: { readonly db: PortalDatabase; readonly sealer: Sealer },
  size = pageSize,
): AsyncGenerator<readonly ConsentingMember[]> {
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await sql<{ id: string; personal: Buffer; language: Locale; at: Date }>`
      select account.id, account.personal, account.language, consent.at from ${consenting}
        and account.id > ${last} order by account.id limit ${size}`.execute(db);
    yield rows.map(({ id, personal, language, at }) => {
      const { email, information } = openPersonalData(sealer, id, personal);
      return {
        email,
        language,
        company: information.userType === "1" ? information.companyName : null,
        name: `${information.lastName} ${information.firstName}`,
        consentedAt: at,
      };
    });
    if (rows.length < size) return;
    last = rows.at(-1)?.id ?? last;
  }
}
