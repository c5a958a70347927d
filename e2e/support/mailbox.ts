/** A mail as the sandbox's mailbox lists it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

const patienceMs = 120_000;
const intervalMs = 100;
const sixDigits = /(?<![0-9])[0-9]{6}(?![0-9])/;

/** Reads the sandbox's mailbox as a person would: looks until the mail is there. */
export class Mailbox {
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  async list(to: string): Promise<readonly ReceivedMail[]> {
    const response = await fetch(`${this.#origin}/mailbox/messages?to=${encodeURIComponent(to)}`);
    const body = (await response.json()) as { messages: readonly ReceivedMail[] };
    return body.messages;
  }

  /**
   * The newest mail to an address whose subject or text matches, once at least `count` match.
   *
   * @throws when there is none within two minutes, naming what did arrive
   */
  async newest(to: string, matching: RegExp = /./, count = 1): Promise<ReceivedMail> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const all = await this.list(to);
      const matched = all.filter(({ subject, text }) => matching.test(`${subject}\n${text}`));
      const [first] = matched;
      if (first && matched.length >= count) return first;
      if (Date.now() > deadline) {
        const seen = all.map(({ subject }) => subject).join("; ") || "nothing";
        throw new Error(`No mail to ${to} matched ${matching} (${count} wanted); saw: ${seen}`);
      }
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }

  /** The six-digit code in the newest mail that has one and matches. */
  async code(to: string, matching: RegExp = sixDigits): Promise<string> {
    const mail = await this.newest(to, matching);
    const code = sixDigits.exec(mail.text)?.[0];
    if (!code) throw new Error(`No code in the mail «${mail.subject}»`);
    return code;
  }

  /** The link to a path in the newest mail that has one. */
  async link(to: string, path: string): Promise<string> {
    const mail = await this.newest(to, new RegExp(path));
    const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path);
    if (!link) throw new Error(`No link to ${path} in the mail «${mail.subject}»`);
    return link;
  }
}
