/** A mail as the sandbox's mailbox lists it. */
export interface ArrivedMail {
  readonly id: number;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The longest that the feed waits, and how often it is asked: a busy machine is slow. */
const waitMs = 60_000;
const asks = 5;

/** Reads the sandbox's mailbox; the feed itself waits for a mail that has not come yet. */
export class Mails {
  readonly #origin: string;
  readonly #taken = new Map<string, number>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async #list(query: Readonly<Record<string, string>>): Promise<ArrivedMail[]> {
    const response = await fetch(
      `${this.#origin}/mailbox/messages?${new URLSearchParams({ limit: "500", ...query })}`,
    );
    const { messages } = (await response.json()) as { messages: ArrivedMail[] };
    return messages.map((mail) => ({ ...mail, id: Number(mail.id) })).sort((a, b) => a.id - b.id);
  }

  /** All that have arrived, oldest first, at most 500. */
  to(address: string): Promise<ArrivedMail[]> {
    return this.#list({ to: address });
  }

  /** All of one mailbox name's, whoever it was sent to: addresses that contain `part`. */
  containing(part: string): Promise<ArrivedMail[]> {
    return this.#list({ search: part });
  }

  /**
   * The oldest mail to an address that was not taken before.
   *
   * @throws Error when none comes within five minutes.
   */
  async next(address: string): Promise<ArrivedMail> {
    const after = this.#taken.get(address) ?? 0;
    for (let ask = 0; ask < asks; ask += 1) {
      const query = { to: address, after: String(after), wait: String(waitMs) };
      const [mail] = await this.#list(query);
      if (!mail) continue;
      this.#taken.set(address, mail.id);
      return mail;
    }
    throw new Error(`No mail came to ${address}.`);
  }

  /** The six-digit code of the next mail that has one. */
  async code(address: string): Promise<string> {
    for (;;) {
      const code = codeOf(await this.next(address));
      if (code !== undefined) return code;
    }
  }
}

/** The six-digit code that stands alone on a line of a mail. */
export function codeOf(mail: ArrivedMail): string | undefined {
  return /^ {4}(\d{6})$/m.exec(mail.text)?.[1];
}
