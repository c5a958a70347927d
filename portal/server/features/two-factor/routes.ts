import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import type { PortalContext } from "../../context.ts";
import { twoFactorMail } from "../../mails/account-mails.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit } from "../audit/audit.ts";
import { freshProfile } from "../profile/fresh-profile.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { keepSession } from "../session/keep-session.ts";
import { renewToken } from "../session/session-repository.ts";

export function bindTwoFactor(bind: Bind, context: PortalContext, callers: Callers): void {
  const { db, clock, mail, mailSender, sealer } = context;

  bind(mfaSetting, async ({ request, reply, body }) => {
    const member = callers.member(request);
    const { account_id: accountId } = member;
    if (member.external_subject !== null) throw new AppError("ManagedExternally");
    const now = clock.now();
    const token = await transaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new AppError("SessionExpired");
      if (account.mfa_enabled === body.enabled) return undefined;
      await updateAccount(tx, accountId, { mfa_enabled: body.enabled });
      const renewed = await renewToken(tx, member.session_id, now);
      const { email } = openPersonalData(sealer, accountId, account.personal);
      const locale = account.language;
      const content = twoFactorMail(mailSender, locale, body.enabled);
      await mail.queueMail(tx, { to: email, locale, ...content });
      await appendAudit(tx, {
        accountId,
        action: body.enabled ? "two-factor.enabled" : "two-factor.disabled",
        at: now,
        client: clientOf(request),
      });
      return renewed;
    });
    if (token === undefined) return freshProfile(context, member.session_id);
    keepSession(context, reply, member, token);
    return freshProfile(context, member.session_id);
  });
}
