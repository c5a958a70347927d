import type { Locale } from "@sekimori/kit-contract/locale";
import type { Recipient } from "@sekimori/kit-server/mail/letter";

/** Whom a mail goes to. */
export interface MailedPerson {
  readonly name: string;
  /** Empty where only the whole name is known. */
  readonly givenName: string;
  readonly email: string;
}

/**
 * Whom a mail greets, as the portal's mails do: Japanese by the whole name, English by the given
 * name. Somebody known by their address alone is not greeted by it.
 */
export function greeted(
  { name, givenName, email }: MailedPerson,
  locale: Locale,
): Recipient | undefined {
  if (name === "" || name === email) return undefined;
  return locale === "en" && givenName !== ""
    ? { familyName: "", givenName }
    : { familyName: name, givenName: "" };
}
