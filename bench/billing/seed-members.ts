import { randomUUID } from "node:crypto";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sealPersonalData } from "@sekimori/portal-server/personal-data";
import { individual } from "@sekimori/portal-server/testing/sign-up-calls";
import type { Pool } from "pg";

const batch = 2_000;

/** Members of the paid plan with a card that the payment company knows, all due on one day. */
export async function seedMembers(options: {
  readonly portal: Pool;
  readonly company: Pool;
  readonly sealer: Sealer;
  readonly contracts: number;
  readonly day: string;
}): Promise<void> {
  const { portal, company, sealer, contracts, day } = options;
  for (let done = 0; done < contracts; done += batch) {
    const ids = Array.from({ length: Math.min(batch, contracts - done) }, () => randomUUID());
    const cards = ids.map((id) => `card_${id}`);
    const personal = ids.map((id, index) =>
      sealPersonalData(sealer, id, {
        email: `member-${done + index}@${day}.example`,
        information: individual,
      }),
    );
    await portal.query(
      `insert into portal.account (id, email_digest, personal, user_type, language, created_at)
       select id, id::text, personal, '2', case when n % 2 = 0 then 'ja' else 'en' end, now()
       from unnest($1::uuid[], $2::bytea[]) with ordinality as given (id, personal, n)`,
      [ids, personal],
    );
    await portal.query(
      `insert into portal.contract (id, account_id, plan, started_on, next_billing_on,
         monthly_price, tax_percent, created_at)
       select gen_random_uuid(), id, 'detailed', '2026-11-01', $2, 11000, 10, now()
       from unnest($1::uuid[]) as given (id)`,
      [ids, day],
    );
    await portal.query(
      `insert into portal.card (id, account_id, gateway, gateway_card, brand, last4,
         expiry_month, expiry_year, holder, created_at)
       select gen_random_uuid(), id, 'sandbox', card, 'visa', '1003', 12, 2099, ''::bytea, now()
       from unnest($1::uuid[], $2::text[]) as given (id, card)`,
      [ids, cards],
    );
    await company.query(
      `insert into sandbox.payment_card (id, created_at, customer_ref, brand, last4,
         expiry_month, expiry_year, holder, behaviour, fingerprint)
       select card, now(), card, 'visa', '1003', 12, 2099, 'HANAKO', 'success', card
       from unnest($1::text[]) as given (card)`,
      [cards],
    );
  }
  await portal.query("vacuum analyze");
  await company.query("vacuum analyze");
}
