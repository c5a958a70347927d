import type { changeAlertChoice, getAlertChoice } from "@sekimori/karte-contract/endpoints/alerts";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { KarteContext } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { cachedContract } from "../contract/contract-service.ts";
import type { Member } from "../principals/principals.ts";

/** How a member is told of what everybody is told of. */
export async function alertChoice(
  { db }: KarteContext,
  member: Member,
): Promise<EndpointResult<typeof getAlertChoice>> {
  return inScope(db, member.scope, async (tx) => {
    const { alerts_mail, alerts_bell, weekly_mail } = await tx
      .selectFrom("karte.member")
      .select(["alerts_mail", "alerts_bell", "weekly_mail"])
      .where("account_id", "=", member.person.id)
      .executeTakeFirstOrThrow();
    const { entitlements } = (await cachedContract(tx)).answer;
    return {
      mail: alerts_mail,
      bell: alerts_bell,
      digest: weekly_mail,
      planHasMail: entitlements.mailAlerts,
    };
  });
}

/** It is theirs alone: no log of the workspace has it. */
export async function changeChoice(
  { db }: KarteContext,
  member: Member,
  { mail, bell, digest }: EndpointRequest<typeof changeAlertChoice>["body"],
): Promise<void> {
  const changes = {
    ...(mail === undefined ? {} : { alerts_mail: mail }),
    ...(bell === undefined ? {} : { alerts_bell: bell }),
    ...(digest === undefined ? {} : { weekly_mail: digest }),
  };
  if (Object.keys(changes).length === 0) return;
  await inScope(db, member.scope, async (tx) => {
    await tx
      .updateTable("karte.member")
      .set(changes)
      .where("account_id", "=", member.person.id)
      .execute();
  });
}
