import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import { type DestinationStream, type Logger, pino } from "pino";
import { maskEmails } from "./mask-emails.ts";
import { standardOutput } from "./standard-output.ts";

export type { Logger } from "pino";

/**
 * Names of values that never reach a log, wherever they stand up to three levels deep. Whoever
 * must log one of these logs something derived from it instead.
 */
const hidden = [
  "password",
  "newPassword",
  "oldPassword",
  "currentPassword",
  "passwordConfirmation",
  "token",
  "accessToken",
  "refreshToken",
  "idToken",
  "cardToken",
  "captcha",
  "code",
  "otp",
  "secret",
  "clientSecret",
  "cookie",
  "authorization",
  "card",
  "cardNumber",
  "cvv",
  "cardholderName",
  "firstName",
  "lastName",
  "fullName",
  "postalCode",
  "addrCity",
  "addrLine1",
  "addrLine2",
] as const;

const hiddenHeaders = ["cookie", "authorization", "set-cookie", csrfHeader] as const;

/** What pino replaces by "[hidden]". `err.code` stays: it is an error's kind, not a secret. */
const redactedPaths = [
  ...hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...hiddenHeaders.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
];

export interface LoggerOptions {
  /** The component that speaks: "web", "worker". */
  readonly name: string;
  readonly level?: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Coloured lines for people instead of JSON; for development. */
  readonly pretty?: boolean;
  /** Where lines go; standard output unless given. */
  readonly destination?: DestinationStream;
}

/** A pino logger that hides secrets and personal data and masks e-mail addresses in all text. */
export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    name: options.name,
    level: options.level ?? "info",
    base: { name: options.name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, censor: "[hidden]" },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
    hooks: { streamWrite: maskEmails },
  };
  if (options.destination) return pino(settings, options.destination);
  if (options.pretty) {
    const { formatters: _, ...plain } = settings;
    return pino({
      ...plain,
      transport: {
        target: "pino-pretty",
        options: { ignore: "pid,name", translateTime: "HH:MM:ss" },
      },
    });
  }
  return pino(settings, standardOutput());
}

/**
 * An error as logged: its kind, sentence, stack and cause. Other properties stay out, because
 * libraries attach the offending input to them (pg's `detail` repeats the row).
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const kind = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const told = "detail" in error && "type" in error ? error.detail : undefined;
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(kind === undefined ? {} : { kind }),
    ...(told === undefined ? {} : { detail: told }),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}
