import { randomUUID } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalTransaction } from "../../context.ts";
import type { ClientInfo } from "../audit/audit.ts";

export interface AgreedApplication {
  readonly accountId: string;
  readonly plan: PlanId;
  readonly shown: FinalConfirmation;
  readonly locale: Locale;
  readonly promotionalMail: boolean;
  readonly at: Date;
  readonly client: ClientInfo;
}

/** Keeps what stood on the screen; of the card only its last digits. */
export async function insertAgreement(
  tx: PortalTransaction,
  agreed: AgreedApplication,
): Promise<void> {
  const { shown, client } = agreed;
  const card = shown.card === null ? null : { last4: shown.card.last4 };
  await tx
    .insertInto("portal.agreement")
    .values({
      id: randomUUID(),
      account_id: agreed.accountId,
      documents: JSON.stringify(shown.documents),
      shown: JSON.stringify({ plan: agreed.plan, ...shown, card }),
      locale: agreed.locale,
      promotional_mail: agreed.promotionalMail,
      agreed_at: agreed.at,
      ip_address: client.ipAddress,
      device: client.device,
    })
    .execute();
}
