import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { SMTPServer } from "smtp-server";
import type { SandboxTables } from "../database/tables.ts";
import { mailSentinels, sentinelOf } from "./mail-sentinels.ts";
import { greylist, keepMail } from "./mail-store.ts";

interface SmtpSinkParts {
  readonly database: Kysely<SandboxTables>;
  readonly now: () => Date;
  readonly logger: FastifyBaseLogger;
  /** Called after a mail was stored, with its recipients. */
  readonly arrived: (to: readonly string[]) => void;
}

export interface SmtpSink {
  /** Listens on loopback only; resolves with the port, chosen by the system for 0. */
  start(port: number): Promise<number>;
  stop(): Promise<void>;
}

const largestMail = 25 * 1024 * 1024;

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** An SMTP server that takes every mail, except for the addresses of the sentinel table. */
export function createSmtpSink({ database, now, logger, arrived }: SmtpSinkParts): SmtpSink {
  const server = new SMTPServer({
    name: "sandbox.localhost",
    disabledCommands: ["AUTH", "STARTTLS"],
    size: largestMail,
    logger: false,
    // A client's pooled connection must not hold up the end.
    closeTimeout: 500,
    onRcptTo(address, _session, done) {
      refusalFor(database, address.address).then(
        (refused) => done(refused),
        (error: unknown) => done(fault(error)),
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (stream.sizeExceeded) {
          done(refusal(552, "5.3.4 Message too big"));
          return;
        }
        const to = session.envelope.rcptTo
          .map(({ address }) => address)
          .filter((address) => sentinelOf(address) !== "lost");
        const from = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
        const kept =
          to.length === 0
            ? Promise.resolve()
            : keepMail(database, { from, to, raw: Buffer.concat(chunks), receivedAt: now() });
        kept.then(
          () => {
            done();
            arrived(to);
          },
          (error: unknown) => done(fault(error)),
        );
      });
    },
  });
  // Clients that hang up in the middle are their own affair.
  server.on("error", (error) => logger.debug({ err: error }, "smtp connection"));

  const fault = (error: unknown): Error => {
    logger.error({ err: error }, "smtp sink");
    return refusal(451, "4.3.0 The sandbox could not store the mail");
  };

  return {
    async start(port) {
      const listening = server.listen(port, "127.0.0.1");
      await once(listening, "listening");
      return (listening.address() as AddressInfo).port;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function refusalFor(
  database: Kysely<SandboxTables>,
  address: string,
): Promise<Error | undefined> {
  const tag = sentinelOf(address);
  if (tag === undefined || tag === "lost") return undefined;
  if (tag === "greylist" && !(await greylist(database, address))) return undefined;
  const { code, text } = mailSentinels[tag].reply;
  return refusal(code, text);
}
