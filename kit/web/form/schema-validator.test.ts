import { expect, test } from "vitest";
import { z } from "zod";
import { issuesOfServer } from "./field-issue.ts";
import { fromHookErrors, toHookErrors } from "./hook-errors.ts";
import { schemaValidator } from "./schema-validator.ts";

const validate = schemaValidator<unknown, unknown>(
  z.object({
    name: z.string().trim().min(3).max(5),
    code: z.string().regex(/^\d{6}$/),
    agreed: z.literal(true),
    kind: z.enum(["1", "2"]),
    list: z
      .string()
      .refine(() => true)
      .superRefine((value, context) => {
        if (value !== "ok")
          context.addIssue({ code: "custom", params: { code: "invalid", value } });
      }),
    corporate: z.string().refine((value) => value === "ok", { params: { code: "mismatch" } }),
  }),
);
const good = {
  name: " gate ",
  code: "123456",
  agreed: true,
  kind: "1",
  list: "ok",
  corporate: "ok",
};

test("gives the schema's own output for good values", () => {
  expect(validate(good)).toEqual({ values: { ...good, name: "gate" } });
});

test.each([
  [{ name: "" }, { name: "name", code: "required" }],
  [{ name: "  " }, { name: "name", code: "required" }],
  [{ name: "ab" }, { name: "name", code: "too_short", params: { minimum: 3 } }],
  [{ name: "abcdef" }, { name: "name", code: "too_long", params: { maximum: 5 } }],
  [{ name: 3 }, { name: "name", code: "invalid" }],
  [{ code: "" }, { name: "code", code: "required" }],
  [{ code: "12345a" }, { name: "code", code: "invalid" }],
  [{ agreed: false }, { name: "agreed", code: "not_accepted" }],
  [{ agreed: undefined }, { name: "agreed", code: "required" }],
  [{ kind: "" }, { name: "kind", code: "required" }],
  [{ kind: "3" }, { name: "kind", code: "invalid" }],
  [{ list: "x" }, { name: "list", code: "invalid", params: { value: "x" } }],
  [{ corporate: "no" }, { name: "corporate", code: "mismatch" }],
])("%j is refused as %j", (change, issue) => {
  expect(validate({ ...good, ...change })).toEqual({ issues: [issue] });
});

test("names every wrong field once", () => {
  const result = validate({});
  expect("issues" in result && result.issues.map(({ name }) => name)).toEqual(Object.keys(good));
});

test("finds the form's field for the server's path, whole or by its end", () => {
  expect(
    issuesOfServer(
      [
        { path: "email", code: "invalid" },
        { path: "information.addrCity", code: "too_long", params: { maximum: 100 } },
        { path: "surprise", code: "unknown_field" },
      ],
      ["addrCity", "email"],
    ),
  ).toEqual([
    { name: "email", code: "invalid" },
    { name: "addrCity", code: "too_long", params: { maximum: 100 } },
  ]);
});

test("issues survive their stay in react-hook-form", () => {
  const issues = [
    { name: "name", code: "too_long", params: { maximum: 5 } },
    { name: "code", code: "CodeInvalid", params: { triesLeft: 2 } },
  ];
  expect(fromHookErrors(toHookErrors(issues))).toEqual(issues);
});
