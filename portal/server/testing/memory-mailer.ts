import type { Mail, Mailer } from "@sekimori/kit-server/mail";

/** Keeps what the worker hands over, and lets a test await the mail it expects. */
export class MemoryMailer implements Mailer {
  readonly sent: Mail[] = [];
  #waiting: (() => void)[] = [];

  async send(mail: Mail): Promise<void> {
    this.sent.push(mail);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const look of waiting) look();
  }

  close(): void {}

  /** Every mail to an address so far. */
  to(address: string): Mail[] {
    return this.sent.filter((mail) => mail.to === address);
  }

  /** The `count`-th mail to an address, as soon as it is there; the test's time limit ends it. */
  async nth(address: string, count: number): Promise<Mail> {
    for (;;) {
      const mail = this.to(address)[count - 1];
      if (mail) return mail;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** The six-digit code in a mail. */
export function codeIn(mail: Mail): string {
  const code = /^ {4}(\d{6})$/m.exec(mail.text)?.[1];
  if (code === undefined) throw new Error(`No code in: ${mail.text}`);
  return code;
}

/** The token in a mail's link. */
export function tokenIn(mail: Mail): string {
  const token = /[?&]token=([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`No link token in: ${mail.text}`);
  return token;
}
