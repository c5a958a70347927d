import type { Localized } from "@sekimori/kit-contract/locale";

interface MailSentinel {
  /** SMTP reply, or undefined when the mail is taken. */
  readonly reply?: { readonly code: number; readonly text: string };
  readonly explanation: Localized;
}

/**
 * The one table of misbehaving addresses: the tag after `+` in the local part, so that
 * `hanako+bounce@example.com` bounces whatever its domain is.
 */
export const mailSentinels = {
  bounce: {
    reply: { code: 550, text: "5.1.1 No such mailbox" },
    explanation: {
      ja: "宛先が存在しないとして拒否します（550）。",
      en: "Refused: no such mailbox (550).",
    },
  },
  full: {
    reply: { code: 552, text: "5.2.2 Mailbox full" },
    explanation: {
      ja: "受信箱がいっぱいとして拒否します（552）。",
      en: "Refused: the mailbox is full (552).",
    },
  },
  tempfail: {
    reply: { code: 451, text: "4.3.0 Try again later" },
    explanation: {
      ja: "毎回、一時的なエラーで拒否します（451）。",
      en: "Refused with a temporary error every time (451).",
    },
  },
  greylist: {
    reply: { code: 451, text: "4.7.1 Greylisted, try again later" },
    explanation: {
      ja: "最初の1回だけ一時的なエラーになり（451）、次は受け付けます。",
      en: "Refused with a temporary error once (451), accepted from the second attempt on.",
    },
  },
  lost: {
    explanation: {
      ja: "受け付けますが、届きません。",
      en: "Accepted, but never arrives.",
    },
  },
} as const satisfies Readonly<Record<string, MailSentinel>>;

export type MailSentinelTag = keyof typeof mailSentinels;

/** The misbehaviour that an address asks for, if any. */
export function sentinelOf(address: string): MailSentinelTag | undefined {
  const local = address.slice(0, Math.max(0, address.lastIndexOf("@")));
  const tag = /\+([a-z]+)$/i.exec(local)?.[1]?.toLowerCase();
  return tag !== undefined && Object.hasOwn(mailSentinels, tag)
    ? (tag as MailSentinelTag)
    : undefined;
}
