import { type Locale, locales } from "@sekimori/kit-contract/locale";
import { z } from "zod";
import { letterAsHtml } from "./as-html.ts";
import { letterAsText } from "./as-text.ts";
import { type Block, blockSchema } from "./blocks.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { type Block, code, details, link, note, paragraph } from "./blocks.ts";

/** A mail ready to be queued: the same sentences as text and as a page. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Whom a mail greets. */
export interface Recipient {
  readonly familyName: string;
  readonly givenName: string;
  /** The organisation's name, for people who have one. */
  readonly organisation?: string | undefined;
}

/** What a mail is made of; plain data, as it waits in the queue. */
export interface Letter {
  readonly locale: Locale;
  /** Who writes: stands beside the mark, and before Japanese subjects. */
  readonly brandName: string;
  /** What the mail is about; a code in it is added by itself. */
  readonly subject: string;
  /** What the list of mails shows after the subject; the first paragraph unless given. */
  readonly preheader?: string | undefined;
  /** Nobody is greeted by name who is not known to us. */
  readonly recipient?: Recipient | undefined;
  readonly blocks: readonly Block[];
  /** Who we are and where to ask. */
  readonly foot: readonly string[];
}

/** A letter as it is read from the queue. */
export const letterSchema = z.object({
  locale: z.enum(locales),
  brandName: z.string(),
  subject: z.string(),
  preheader: z.string().optional(),
  recipient: z
    .object({
      familyName: z.string(),
      givenName: z.string(),
      organisation: z.string().optional(),
    })
    .optional(),
  blocks: z.array(blockSchema),
  foot: z.array(z.string()),
});

/** 宛名 in Japanese: organisation, then family name first; in English the given name alone. */
function greetingOf(locale: Locale, recipient: Recipient | undefined): string | undefined {
  if (recipient === undefined) return undefined;
  const { familyName, givenName, organisation } = recipient;
  if (locale === "en") return `Hi ${givenName || familyName},`;
  const name = `${[familyName, givenName].filter(Boolean).join(" ")} 様`;
  return organisation ? `${organisation}\n${name}` : name;
}

/** 【Sekimori】認証コード 214259, [Sekimori] Your code: 214259: who it is from, then what it is about. */
export function subjectOf({ locale, brandName, subject, blocks }: Letter): string {
  const code = blocks.find((block) => block.kind === "code")?.text;
  const coded = code === undefined || subject.includes(code) ? subject : `${subject} ${code}`;
  if (locale === "ja") return `【${brandName}】${coded}`;
  return coded.includes(brandName) ? coded : `[${brandName}] ${coded}`;
}

/**
 * Writes both forms of a mail from the same blocks, so that neither says what the other omits.
 * Its first link is its button: a mail asks for one thing.
 */
export function composeLetter(letter: Letter): MailContent {
  const { locale, brandName, blocks, foot } = letter;
  const first = blocks.find((block) => block.kind === "paragraph")?.text ?? letter.subject;
  const greeting = greetingOf(locale, letter.recipient);
  const subject = subjectOf(letter);
  const preheader = (letter.preheader ?? first).replaceAll("\n", " ");
  return {
    subject,
    text: letterAsText({ greeting, blocks, foot }),
    html: letterAsHtml({ locale, brandName, subject, preheader, greeting, blocks, foot }),
  };
}

/**
 * A mail that is written out when it is sent, or looked at: thousands are queued at a time, and as
 * a page each is ten times as long. Copied into another object it is its `letter` alone.
 */
export class UnwrittenMail implements MailContent {
  readonly letter: Letter;

  constructor(letter: Letter) {
    this.letter = letter;
  }

  get subject(): string {
    return subjectOf(this.letter);
  }

  get text(): string {
    return composeLetter(this.letter).text;
  }

  get html(): string {
    return composeLetter(this.letter).html;
  }
}
