import { z } from "zod";

/** By type: the HTTP status, and a sentence for engineers. People see the client's own, in their language. */
export type ErrorTable = Readonly<
  Record<string, { readonly status: number; readonly message: string }>
>;

/**
 * Errors every API answers with, whatever it is about.
 * Specification 8 calls these "untyped errors by status". An application adds its own beside them.
 */
export const commonErrors = {
  InvalidInput: { status: 400, message: "The request isn't valid; `fields` names what is wrong." },
  SessionExpired: { status: 401, message: "The session has ended or never began." },
  Forbidden: { status: 403, message: "The request isn't allowed." },
  NotFound: {
    status: 404,
    message: "What the request names doesn't exist, or isn't visible to the caller.",
  },
  MethodNotAllowed: { status: 405, message: "The address doesn't take this method." },
  Conflict: { status: 409, message: "The request doesn't fit the present state." },
  /** Somebody saved other values since the form was filled: see `as-read.ts`. */
  ChangedMeanwhile: {
    status: 409,
    message: "Somebody saved other values since these were read; `data` has them.",
  },
  TooManyRequest: { status: 429, message: "Too many requests; try again later." },
  Unexpected: { status: 500, message: "Something went wrong on our side." },
  Unavailable: { status: 503, message: "The service can't answer right now; try again shortly." },
  Timeout: { status: 504, message: "The request took too long." },
} as const satisfies ErrorTable;

export type CommonErrorType = keyof typeof commonErrors;

/**
 * Every error type that can be thrown. An application's contract adds its own by declaring this
 * interface again, so that nobody throws a type without a status and a sentence.
 */
export interface ErrorTypes extends Record<CommonErrorType, true> {}

export type ErrorType = keyof ErrorTypes;

/**
 * One complaint about one field. `path` is the dotted path into the request ("address.city"),
 * `code` is a machine-readable reason the client turns into a sentence, and `params` are the
 * numbers that sentence needs (a maximum length, say).
 */
export const fieldErrorSchema = z.object({
  path: z.string(),
  code: z.enum([
    "required",
    "invalid",
    "too_long",
    "too_short",
    "mismatch",
    "policy",
    "not_accepted",
    "unknown_field",
    /** A name that shows nothing: see `name.ts`, as the two after it. */
    "no_letter",
    "hidden_mark",
    "address",
    /** A letter that no font of our documents has: see `letters/letters.ts`. */
    "no_font",
    /** An e-mail address with dots where the standard has none. */
    "carrier_dots",
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export type FieldError = z.infer<typeof fieldErrorSchema>;
export type FieldErrorCode = FieldError["code"];

/**
 * The one error body of every API of ours. `message` is English and for engineers; sentences for
 * people are chosen by the client from `type` and its language. `data` carries what that sentence
 * needs (seconds to wait, for one); `requestId` is the reference a person can quote.
 */
export const wireErrorSchema = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    fields: z.array(fieldErrorSchema).optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    requestId: z.string(),
  }),
});

export type WireError = z.infer<typeof wireErrorSchema>;
