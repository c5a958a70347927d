import type { ErrorType } from "@sekimori/kit-contract/wire-error";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError, createErrorMapper, invalidField } from "./errors.ts";
import { fieldErrorsOf } from "./field-errors.ts";
import { inputSentence } from "./input-sentence.ts";

const mapper = createErrorMapper({
  LoginIDExists: { status: 409, message: "Taken." },
});

describe("the mapper", () => {
  test("sends type, fields and data, and never the detail", () => {
    const error = new AppError("TooManyRequest", {
      data: { retryAfterSeconds: 30 },
      fields: [{ path: "email", code: "invalid" }],
      detail: "key 192.0.2.1",
    });
    const mapped = mapper.map(error, "id-1");
    expect(mapped).toEqual({
      status: 429,
      level: "warn",
      retryAfter: 30,
      isShed: false,
      body: {
        error: {
          type: "TooManyRequest",
          message: "Too many requests; try again later.",
          fields: [{ path: "email", code: "invalid" }],
          data: { retryAfterSeconds: 30 },
          requestId: "id-1",
        },
      },
    });
  });

  test.each([
    ["an application's type", new AppError("LoginIDExists"), 409, "LoginIDExists"],
    ["one field", invalidField("code", "mismatch"), 400, "InvalidInput"],
    ["a type nobody declared", new AppError("Nonsense" as string as ErrorType), 500, "Unexpected"],
    ["any other error", new TypeError("x is undefined"), 500, "Unexpected"],
    ["something that is no error", "boo", 500, "Unexpected"],
    ["a database that is gone", failure("ECONNREFUSED"), 503, "Unavailable"],
    ["both of its addresses gone", bothRefused(), 503, "Unavailable"],
    ["a database shutting down", failure("57P01"), 503, "Unavailable"],
    ["a lost race between transactions", failure("40P01"), 503, "Unavailable"],
    ["a cancelled statement", failure("57014"), 504, "Timeout"],
    ["text the database cannot hold", failure("22021"), 400, "InvalidInput"],
    ["a broken constraint", failure("23505"), 500, "Unexpected"],
    ["a lost connection", new Error("Connection terminated unexpectedly"), 503, "Unavailable"],
  ])("answers %s", (_, error, status, type) => {
    const mapped = mapper.map(error, "id");
    expect([mapped.status, mapped.body.error.type]).toEqual([status, type]);
  });

  test("logs no refusal of its own where load is shed, and an unavailable database as an error", () => {
    const shed = mapper.map(new AppError("Unavailable", { isShed: true }), "id");
    const gone = mapper.map(failure("ECONNREFUSED"), "id");
    expect([shed.status, shed.level, shed.isShed]).toEqual([503, "debug", true]);
    expect([gone.status, gone.level, gone.isShed]).toEqual([503, "error", false]);
  });

  test("tells nothing about an error it does not know", () => {
    const { body } = mapper.map(new Error("select * from secrets"), "id-2");
    expect(body).toEqual({
      error: {
        type: "Unexpected",
        message: "Something went wrong on our side.",
        requestId: "id-2",
      },
    });
  });
});

function failure(code: string): Error {
  return Object.assign(new Error("database"), { code });
}

function bothRefused(): Error {
  return new AggregateError([failure("ECONNREFUSED"), failure("ECONNREFUSED")]);
}

describe("complaints about fields", () => {
  const schema = z
    .strictObject({
      name: z.string().min(2).max(5),
      age: z.number().int().min(18).max(150),
      kind: z.enum(["a", "b"]),
      several: z
        .string()
        .transform((text) => text.split(","))
        .pipe(z.array(z.enum(["a", "b"])))
        .optional(),
      agree: z.literal(true),
      pair: z.tuple([z.string()]).optional(),
      contact: z
        .discriminatedUnion("by", [
          z.strictObject({ by: z.literal("mail"), address: z.email() }),
          z.strictObject({ by: z.literal("post"), city: z.string() }),
        ])
        .optional(),
      either: z.union([z.string(), z.strictObject({ deep: z.string().max(1) })]).optional(),
      password: z.string(),
      repeated: z.string(),
    })
    .refine((value) => value.password === value.repeated, {
      path: ["repeated"],
      params: { code: "mismatch" },
    })
    .superRefine((value, context) => {
      if (value.password === "weak") {
        context.addIssue({
          code: "custom",
          path: ["password"],
          params: { code: "policy", rule: "symbols", min: 8 },
        });
      }
    });

  const good = { name: "abc", age: 20, kind: "a", agree: true, password: "p", repeated: "p" };

  test.each([
    ["nothing wrong", {}, []],
    ["missing", { name: undefined }, [{ path: "name", code: "required" }]],
    ["empty", { name: "" }, [{ path: "name", code: "too_short", params: { min: 2 } }]],
    ["long", { name: "abcdef" }, [{ path: "name", code: "too_long", params: { max: 5 } }]],
    ["null", { name: null }, [{ path: "name", code: "invalid" }]],
    [
      "a small number",
      { age: 3 },
      [{ path: "age", code: "invalid", params: { expected: "at least 18" } }],
    ],
    [
      "a large number",
      { age: 1e9 },
      [{ path: "age", code: "invalid", params: { expected: "at most 150" } }],
    ],
    [
      "not in the list",
      { kind: "z" },
      [{ path: "kind", code: "invalid", params: { expected: "a, b" } }],
    ],
    ["not agreed", { agree: false }, [{ path: "agree", code: "invalid" }]],
    ["unknown", { more: 1 }, [{ path: "more", code: "unknown_field" }]],
    ["mismatch", { repeated: "q" }, [{ path: "repeated", code: "mismatch" }]],
    [
      "policy with its numbers",
      { password: "weak", repeated: "weak" },
      [{ path: "password", code: "policy", params: { rule: "symbols", min: 8 } }],
    ],
    [
      "in the chosen alternative",
      { contact: { by: "mail", address: "x" } },
      [{ path: "contact.address", code: "invalid" }],
    ],
    [
      "missing in the chosen alternative",
      { contact: { by: "post" } },
      [{ path: "contact.city", code: "required" }],
    ],
    ["no alternative", { contact: { by: "fax" } }, [{ path: "contact.by", code: "invalid" }]],
    [
      "deep in an alternative",
      { either: { deep: "xx" } },
      [{ path: "either.deep", code: "too_long", params: { max: 1 } }],
    ],
  ])("%s", (_, change, expected) => {
    const input = { ...good, ...change };
    const result = schema.safeParse(input);
    expect(result.success ? [] : fieldErrorsOf(result.error, input)).toEqual(expected);
    // Thrown somewhere without its input, the error says the same.
    expect(result.success ? [] : fieldErrorsOf(result.error)).toEqual(expected);
  });

  test("an engineer reads each field, what came and what is expected, and nobody else's words", () => {
    const input = { ...good, name: 7, kind: "z", "Call 03-0000-0000": 1, password: undefined };
    const { error } = schema.safeParse(input);
    const said = error === undefined ? "" : inputSentence(error);
    expect(said).toContain("`name`: Invalid input: expected string, received number");
    expect(said).toContain('`kind`: Invalid option: expected one of "a"|"b"');
    expect(said).toMatch(/; and \d more\.$/);
    expect(said).not.toContain("03-0000");
    const alone = schema.safeParse({ ...good, "Call 03-0000-0000": 1, more: 1 }).error;
    expect(alone === undefined ? "" : inputSentence(alone)).toBe(
      "The request isn't valid. No field of this call: a name that isn't shown, `more`.",
    );
  });

  test("a part of a text that is cut at commas has the text's own path", () => {
    const input = { ...good, several: "a,z" };
    const result = schema.safeParse(input);
    expect(result.success ? [] : fieldErrorsOf(result.error, input)).toEqual([
      { path: "several", code: "invalid", params: { expected: "a, b" } },
    ]);
  });
});
