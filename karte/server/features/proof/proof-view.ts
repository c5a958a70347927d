import {
  CHALLENGE_LABEL,
  CHALLENGE_NAME,
  CHALLENGE_PATH,
  challengeRecord,
} from "@sekimori/diagnosis/ownership";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { proofCode, proofMethodCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import type { DomainRecord } from "../domain-records/domain-rows.ts";

/**
 * Whether another workspace has proved the name, too. Said only to a workspace that has proved it itself: else
 * anybody with a free account could ask who is a customer, name by name.
 */
export async function isProvedElsewhere(
  tx: KarteTransaction,
  { name, proof }: Pick<DomainRecord, "name" | "proof">,
): Promise<boolean> {
  if (proofCode.word(proof) !== "proved") return false;
  const { rows } = await sql`select karte.proved_elsewhere(array[${name}])`.execute(tx);
  return rows.length > 0;
}

/** What was found of a domain's proof, and the three ways to give it. */
export function proofView(record: DomainRecord, elsewhere: boolean): DomainPage["proofDetail"] {
  const { name, registrable, proof_token: token, proof_covers: covers } = record;
  return {
    state: proofCode.word(record.proof),
    method: record.proof_method === null ? null : proofMethodCode.word(record.proof_method),
    covers:
      covers === null
        ? null
        : {
            kind: record.proof_covers_domain ? ("domain" as const) : ("host" as const),
            name: covers,
          },
    provedAt: moment(record.proved_at),
    validUntil: moment(record.proof_until),
    checkedAt: moment(record.proof_checked_at),
    failures: record.proof_failures,
    elsewhere,
    ways: {
      dns: { name: `${CHALLENGE_LABEL}.${registrable}`, value: challengeRecord(token) },
      file: { address: `https://${name}${CHALLENGE_PATH}`, text: challengeRecord(token) },
      meta: {
        address: `https://${name}/`,
        tag: `<meta name="${CHALLENGE_NAME}" content="${token}">`,
      },
    },
  };
}
