/** A file that goes with a mail. */
export interface Attachment {
  readonly filename: string;
  /** As in `application/pdf`. */
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail to one person, ready to be handed to a mail server. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** The plain text, which comes first; `html` says the same. */
  readonly text: string;
  readonly html: string;
  /** Stays the same when a mail is sent again, so that a receiver can recognise the double. */
  readonly messageId: string;
  /** BCP 47, for Content-Language. */
  readonly language: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}

/** The mail server will never take this mail (SMTP 5xx, or an address it cannot have). */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/** Port to whatever delivers mail. */
export interface Mailer {
  /**
   * Resolves when the server has taken responsibility for the mail.
   *
   * @param beforeEnd called when all but the mail's end has been sent; if it throws, the server
   *   never gets the end and delivers nothing.
   * @throws whatever `beforeEnd` throws.
   * @throws MailRefused when trying again is pointless.
   * @throws Error of any other kind when it may work later (no connection, SMTP 4xx).
   */
  send(mail: Mail, beforeEnd?: () => Promise<void>): Promise<void>;
  close(): void;
}

const address = /^[^\s"(),:;<>@[\]\\]{1,64}@[^\s"(),:;<>@[\]\\]{1,253}$/;
const headerName = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;

/**
 * Refuses what could smuggle a second recipient or header: quoted local parts (RFC 5321 allows
 * them; nobody of ours has one, and parsers disagree about them), lists, comments, line breaks.
 *
 * @throws MailRefused
 */
export function checkMail(mail: Pick<Mail, "to" | "subject" | "headers" | "attachments">): void {
  if (!address.test(mail.to)) throw new MailRefused("The address is not a plain e-mail address.");
  const lines = [
    mail.subject,
    ...Object.values(mail.headers ?? {}),
    ...(mail.attachments ?? []).flatMap(({ filename, contentType }) => [filename, contentType]),
  ];
  if (lines.some((line) => /[\r\n\0]/.test(line))) {
    throw new MailRefused("A header holds a line break.");
  }
  if (!Object.keys(mail.headers ?? {}).every((name) => headerName.test(name))) {
    throw new MailRefused("A header's name is not valid.");
  }
}
