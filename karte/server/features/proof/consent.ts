import type { ConsentRecord } from "@sekimori/diagnosis/consent";
import { consentStatement } from "@sekimori/karte-contract/consent-statements";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { KarteTransaction } from "../../context.ts";
import { moment } from "../../database/moments.ts";
import { peopleById } from "../principals/person.ts";

async function lastConsent(tx: KarteTransaction, domainId: string) {
  return tx
    .selectFrom("karte.consent")
    .selectAll()
    .where("domain_id", "=", domainId)
    .where("withdrawn_at", "is", null)
    .orderBy("at", "desc")
    .executeTakeFirst();
}

/** The consent that counts for a domain; null when there is none. */
export async function consentOf(
  tx: KarteTransaction,
  sealer: Sealer,
  domainId: string,
): Promise<DomainPage["consent"]> {
  const row = await lastConsent(tx, domainId);
  if (row === undefined) return null;
  const person = await peopleById(tx, sealer, [row.account_id]);
  return {
    version: row.version,
    by: person(row.account_id) ?? { id: row.account_id, name: "", email: "" },
    organisation: row.organisation,
    thirdPartyHosting: row.hosting,
    at: row.at.toISOString(),
    newHostsSince: moment(row.new_hosts_at),
  };
}

/** The same as the engine wants it recorded with every examination. */
export async function consentRecord(
  tx: KarteTransaction,
  domain: { readonly id: string; readonly name: string },
  contact: string,
): Promise<ConsentRecord | undefined> {
  const row = await lastConsent(tx, domain.id);
  return (
    row && {
      who: row.account_id,
      organisation: row.organisation,
      statement: { version: row.version, text: consentStatement(row.version) },
      scope: [domain.name],
      methods: ["dns", "mail", "tls", "http", "ports"],
      at: row.at.toISOString(),
      ip: row.ip_address,
      thirdPartyHosting: row.hosting,
      contact,
    }
  );
}
