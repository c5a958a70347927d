import type { Sealer } from "@sekimori/kit-server/sealing";
import type { AccountInformation } from "@sekimori/portal-contract/fields";

/** What one account's sealed column holds. */
export interface PersonalData {
  readonly email: string;
  readonly information: AccountInformation;
}

const context = (accountId: string) => `portal.account.personal:${accountId}`;

export function sealPersonalData(sealer: Sealer, accountId: string, data: PersonalData): Buffer {
  return sealer.seal(JSON.stringify(data), context(accountId));
}

export function openPersonalData(sealer: Sealer, accountId: string, sealed: Buffer): PersonalData {
  return JSON.parse(sealer.open(sealed, context(accountId)).toString("utf8")) as PersonalData;
}
