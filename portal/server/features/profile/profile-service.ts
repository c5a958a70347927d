import type { Locale } from "@sekimori/kit-contract/locale";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { nameChangedMail } from "../../mails/account-mails.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { openPersonalData, sealPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";

/** Changes the member's name and tells them by mail. */
export async function changeName(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  name: { readonly firstName: string; readonly lastName: string },
  client: ClientInfo,
): Promise<void> {
  const { sealer, clock, mail, mailSender } = context;
  const account = await lockAccount(tx, accountId);
  if (!account) throw new AppError("SessionExpired");
  const personal = openPersonalData(sealer, accountId, account.personal);
  const information = { ...personal.information, ...name };
  await updateAccount(tx, accountId, {
    personal: sealPersonalData(sealer, accountId, { ...personal, information }),
  });
  const locale = account.language;
  await mail.queueMail(tx, {
    to: personal.email,
    locale,
    ...nameChangedMail(mailSender, locale),
  });
  await appendAudit(tx, { accountId, action: "name.changed", at: clock.now(), client });
}

/** Changes the language of screens and mails. */
export async function setLanguage(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  language: Locale,
  client: ClientInfo,
): Promise<void> {
  await updateAccount(tx, accountId, { language });
  const at = context.clock.now();
  await appendAudit(tx, { accountId, action: "language.changed", at, client });
}
