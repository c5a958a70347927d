import type { Locale } from "@sekimori/kit-contract/locale";
import { isFitForStrangers } from "@sekimori/kit-contract/name";
import {
  type Block,
  code,
  details,
  link,
  note,
  paragraph,
  type Recipient,
  UnwrittenMail,
} from "@sekimori/kit-server/mail/letter";
import { type LetterSender, letterFoot } from "@sekimori/kit-server/mail/letter-foot";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import { pageUrl } from "@sekimori/portal-contract/page-routes";

export type MailContent = UnwrittenMail;
export type MailBlock = Block;
export { code, details as table, link, note, paragraph };

/** Who sends, and to whom. All from settings and the account, never from a request. */
export interface MailSender extends LetterSender {
  readonly portalOrigin: string;
  /** Greeted by name; nobody is before there is an account. */
  readonly recipient?: Recipient;
  /** Set for whoever signs in by an external ID alone: there is no password to change. */
  readonly hasNoPassword?: boolean;
}

/** The same sender, writing to the holder of an account. */
export function writingTo(
  sender: MailSender,
  information: AccountInformation,
  hasPassword = true,
): MailSender {
  const { firstName: givenName, lastName: familyName } = information;
  const organisation = information.userType === "1" ? information.companyName : undefined;
  const recipient = { givenName, familyName, organisation };
  return { ...sender, recipient, ...(!hasPassword && { hasNoPassword: true }) };
}

/** Where a password is set anew by whoever has the mailbox, without a login. */
export const resetPasswordUrl = ({ portalOrigin }: Pick<MailSender, "portalOrigin">): string =>
  `${portalOrigin}${pageUrl("resetPassword", { step: "enter-id" })}`;

/** The same for an address that nobody has proved: by no name that has an address of its own in it. */
export function writingToUnproved(sender: MailSender, information: AccountInformation): MailSender {
  const organisation = information.userType === "1" ? [information.companyName] : [];
  const names = [information.firstName, information.lastName, ...organisation];
  return names.every(isFitForStrangers) ? writingTo(sender, information) : sender;
}

/** Writes a mail in the service's name. Its first link is its button. */
export function composeMail(
  sender: MailSender,
  locale: Locale,
  subject: string,
  blocks: readonly MailBlock[],
): MailContent {
  return new UnwrittenMail({
    locale,
    brandName: sender.serviceName,
    subject,
    recipient: sender.recipient,
    blocks,
    foot: letterFoot(sender, locale),
  });
}
