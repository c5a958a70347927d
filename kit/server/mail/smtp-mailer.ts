import { Transform } from "node:stream";
import { traced } from "../telemetry/tracing.ts";
import { checkMail, type Mailer, MailRefused } from "./mailer.ts";

export interface SmtpOptions {
  /** smtp://user:password@host:587 or smtps://…; the user may be left out. */
  readonly url: string;
  /** Refuse a server that does not offer TLS; true except towards the sandbox's mailbox. */
  readonly requireTls: boolean;
}

/** What nodemailer's errors carry beside Error's properties. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
}

/**
 * A 5xx is final, but not one that speaks of us and not of the mail: 530, 534, 535 and 538 are
 * about our log-in, 550 to 554 and the rest about the mail.
 */
function isFinal(failure: SmtpFailure): boolean {
  const status = failure.responseCode ?? 0;
  if (failure.code === "EAUTH" || [530, 534, 535, 538].includes(status)) return false;
  return status >= 500 && status <= 599;
}

interface Ended {
  readonly beforeEnd?: () => Promise<void>;
}

/** Passes a message on, and asks before its end: without the end the server delivers nothing. */
const askBeforeEnd = (beforeEnd: () => Promise<void>): Transform =>
  new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => void beforeEnd().then(() => done(), done),
  });

/** The library is loaded with the first mail: a process that only answers HTTP never needs it. */
async function openTransport(options: SmtpOptions) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 3,
    requireTLS: options.requireTls && !options.url.startsWith("smtps:"),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", ({ data, message }, done) => {
    const { beforeEnd } = data as Ended;
    if (beforeEnd !== undefined) message.transform(() => askBeforeEnd(beforeEnd));
    done();
  });
  return transport;
}

/** Sends by SMTP over a few kept connections. */
export function smtpMailer(options: SmtpOptions): Mailer {
  const { hostname, port, protocol } = new URL(options.url);
  const sending = () => ({
    name: "send mail",
    facts: {
      "network.protocol.name": "smtp",
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "smtps:" ? 465 : 587),
    },
  });
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail, beforeEnd) {
      checkMail(mail);
      opened ??= openTransport(options);
      const transport = await opened;
      let refusal: { readonly by: unknown } | undefined;
      const ended: Ended =
        beforeEnd === undefined
          ? {}
          : {
              beforeEnd: () =>
                beforeEnd().catch((error: unknown) => {
                  refusal = { by: error };
                  throw error;
                }),
            };
      try {
        await traced(sending, () =>
          transport.sendMail({
            ...ended,
            from: mail.from,
            to: { name: "", address: mail.to },
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            messageId: mail.messageId,
            attachments: [...(mail.attachments ?? [])],
            headers: {
              "Auto-Submitted": "auto-generated",
              "Content-Language": mail.language,
              ...mail.headers,
            },
          }),
        );
      } catch (cause) {
        if (refusal !== undefined) throw refusal.by;
        const failure = cause as SmtpFailure;
        if (!isFinal(failure)) throw cause;
        // The server's sentence may repeat the address; its number says enough.
        throw new MailRefused(`The mail server answered ${failure.responseCode}.`, { cause });
      }
    },
    close() {
      void opened?.then((transport) => transport.close());
    },
  };
}
