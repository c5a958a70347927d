import { randomUUID } from "node:crypto";
import { agreeTo, newRelyingParty } from "../../../testing/relying-party.ts";
import type { TestPortal } from "../../../testing/test-portal.ts";
import { type InvoiceSnapshot, sealSnapshot } from "../../billing/invoice-snapshot.ts";

/** What a year brings, as rows: the ways by which each comes about have tests of their own. */
export async function plantYear(portal: TestPortal, account: string): Promise<void> {
  const [invoice, attempt] = [randomUUID(), randomUUID()];
  const contract = `(select id from portal.contract where account_id = '${account}')`;
  await portal.database.pool.query(`
    insert into portal.price_answer (contract_id, effective_on, monthly_price, locale, accepted,
       answered_at)
      values (${contract}, '2030-01-01', 13200, 'ja', true, now());
    insert into portal.contract_notice values (${contract}, 'price-announced', '2030-01-01', now(), 13200);
    insert into portal.monthly_summary (account_id, month, outcome, at)
      values ('${account}', '2026-12-01', 'mailed', now());
    insert into portal.invoice (id, kind, number, contract_id, account_id, period, state, issued_on,
      due_on, paid_on, amount, tax_percent, tax_amount, total, snapshot, snapshot_hash,
      document_removed_on, created_at)
      values ('${invoice}', 'invoice', 42, ${contract}, '${account}', '2027-02-01', 'paid',
      '2027-02-01', '2027-02-01', '2027-03-01', 11000, 10, 1000, 11000, null, 'hash', '2040-01-01',
      now());
    insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount, gateway,
      gateway_card, card_last4, idempotency_key, gateway_charge, state, created_at, sent_at,
      finished_at) values ('${attempt}', '${invoice}', 1, '${account}', 11000, 'sandbox',
      'secret card', '1003', 'secret key', 'secret charge', 'succeeded', now(), now(), now());
    insert into portal.refund (id, invoice_id, attempt_id, amount, reason, operator,
      idempotency_key, state, created_at) values (gen_random_uuid(), '${invoice}', '${attempt}',
      1100, 'an outage', 'secret name', 'secret refund', 'succeeded', now());
    insert into portal.dispute (id, attempt_id, amount, state, changed_at)
      values ('secret dispute', '${attempt}', 11000, 'won', now());
    insert into portal.late_charge (invoice_id, contract_id, principal, days, amount, arose_on)
      values ('${invoice}', ${contract}, 11000, 28, 123, '2027-03-01');
    insert into portal.accounting_copy values ('${invoice}', now());
    insert into portal.known_device values ('${account}', 'secret device', now(), now());
    insert into portal.trusted_browser (id, account_id, series_digest, token_digest, rotated_at,
      device, created_at, last_used_at, expires_at) values (gen_random_uuid(), '${account}',
      'secret series', 'secret token', now(), 'Firefox 140, Windows', now(), now(),
      now() + interval '100 years')`);
  await agreeTo(portal, await newRelyingParty(portal, { name: "Elsewhere" }), account);
  await plantOwed(portal, account, contract);
}

/** An invoice with lines of every kind that is tried again, and what few people have. */
async function plantOwed(portal: TestPortal, account: string, contract: string): Promise<void> {
  const { pool } = portal.database;
  const owed = randomUUID();
  const plan = { kind: "plan", plan: "detailed", from: "2027-03-01", to: "2027-03-31" } as const;
  const late = { kind: "late-charge", number: "SK-00000041", principal: 11_000 } as const;
  const snapshot: InvoiceSnapshot = {
    kind: "invoice",
    number: "SK-00000043",
    issuedOn: "2027-03-01",
    dueOn: "2027-03-01",
    issuer: {
      name: { ja: "関守", en: "Sekimori" },
      address: { ja: "東京都", en: "Tokyo" },
      phone: "03-0000-0000",
      registration: null,
    },
    recipient: {
      company: "関守商店",
      name: "山本 花子",
      postalCode: "1000001",
      address: { ja: "東京都千代田区1-1", en: "1-1, Chiyoda-ku, Tokyo" },
      inEnglish: {
        name: "Hanako Yamamoto",
        address: ["1-1, Chiyoda-ku", "Tokyo 100-0001, Japan"],
      },
    },
    lines: [
      { ...plan, amount: 11_000 },
      { ...late, days: 28, amount: 123 },
      { kind: "refund", reason: "an outage", amount: -1_100 },
    ],
    taxPercent: 10,
    amount: 11_000,
    taxAmount: 1_000,
    lateCharge: 123,
    total: 11_123,
    corrects: null,
  };
  const { sealed, hash } = sealSnapshot(portal.context.sealer, owed, snapshot);
  await pool.query(
    `insert into portal.invoice (id, kind, number, contract_id, account_id, period, state, issued_on,
      due_on, first_failed_on, next_try_at, amount, tax_percent, tax_amount, late_charge, total,
      snapshot, snapshot_hash, created_at)
      values ('${owed}', 'invoice', 43, ${contract}, '${account}', '2027-03-01', 'open',
      '2027-03-01', '2027-03-01', '2027-03-01', '2027-03-02T01:00:00Z', 11000, 10, 1000, 123, 11123,
      $1, $2, now())`,
    [sealed, hash],
  );
  await pool.query(`
    insert into portal.external_identity (issuer, subject, account_id, linked_at)
      values ('https://id.example', 'known-as', '${account}', now());
    insert into portal.account_role values ('${account}', 'https://api.example', 'auditor', now());
    insert into portal.staff values ('${account}', 'Hanako', '{support}', 'Sato', now());
    insert into portal.inquiry (id, account_id, asked_on) values (gen_random_uuid(), '${account}',
      '2027-02-03');
    insert into portal.notice_read values ('${account}', '2026-12-02T00:00:00Z');
    update portal.contract set ends_on = '2027-03-31', end_reason = 'cancelled'
      where account_id = '${account}';
    insert into portal.agreement (id, account_id, documents, shown, locale, promotional_mail,
      agreed_at, ip_address, device)
      select gen_random_uuid(), account_id, documents,
        jsonb_set(shown, '{announcedPrice}', '{"effectiveOn":"2027-06-01","monthlyPrice":13200}'),
        locale, true, now(), ip_address, device from portal.agreement
      where account_id = '${account}' limit 1`);
}
