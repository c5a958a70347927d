import {
  CHALLENGE_LABEL,
  CHALLENGE_NAME,
  CHALLENGE_PATH,
  challengeRecord,
} from "@sekimori/diagnosis/ownership";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { proofCode, proofMethodCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import type { DomainRecord } from "../domain-records/domain-rows.ts";

/** What was found of a domain's proof, and the three ways to give it. */
export function proofView(record: DomainRecord): DomainPage["proofDetail"] {
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
