import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { type Block, composeLetter } from "@sekimori/kit-server/mail/letter";
import { letterFoot } from "@sekimori/kit-server/mail/letter-foot";
import type { KarteSettings } from "../settings.ts";
import { greeted, type MailedPerson } from "./greeted.ts";

/** What of the settings a mail needs: who sends it, and where its button leads. */
export type MailSettings = Pick<
  KarteSettings,
  "serviceName" | "providerNameJa" | "providerNameEn" | "contactUrl" | "karteOrigin"
>;

export interface KarteMail {
  /** Greeted by name where karte knows one. */
  readonly person: MailedPerson;
  readonly locale: Locale;
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why it comes to this person, for the last lines. */
  readonly why?: string;
}

/** Writes a mail of karte's with the greeting and the last lines that all have. */
export function composeMail(
  { serviceName, providerNameJa, providerNameEn, contactUrl }: MailSettings,
  { person, locale, subject, blocks, why }: KarteMail,
): QueuedMail {
  const sender = {
    serviceName,
    providerName: { ja: providerNameJa, en: providerNameEn },
    contactUrl,
  };
  return {
    to: person.email,
    locale,
    ...composeLetter({
      locale,
      brandName: serviceName,
      // A name that somebody chose must not begin a header of its own.
      subject: subject.replace(/[\r\n]+/g, " "),
      recipient: greeted(person, locale),
      blocks,
      foot: letterFoot(sender, locale, why),
    }),
  };
}
