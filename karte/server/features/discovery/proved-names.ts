import { type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { proofCode } from "../../database/codes.ts";
import { type DomainRecord, domainRecords } from "../domain-records/domain-rows.ts";

/** The workspace's domains whose owner is proved, by name. */
export const provedDomains = (tx: KarteTransaction): Promise<DomainRecord[]> =>
  domainRecords(
    tx,
    sql<SqlBool>`d.proof = ${proofCode.of("proved")}`,
    sql`order by length(d.name), d.name`,
  );

export const isBelow = (name: string, domain: string): boolean => name.endsWith(`.${domain}`);

/** Whether a domain's proof speaks for a name below it: only a record in its zone does. */
export const speaksFor = (domain: DomainRecord, name: string): boolean =>
  domain.proof_covers_domain === true &&
  isBelow(name, domain.name) &&
  domain.proof_covers !== null &&
  (domain.name === domain.proof_covers || isBelow(domain.name, domain.proof_covers));
