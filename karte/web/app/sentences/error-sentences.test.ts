import { ApiError } from "@sekimori/kit-web/client/api-error";
import { expect, test, vi } from "vitest";

type Values = readonly Readonly<Record<string, unknown>>[];

// The build turns `msg` into a descriptor; here the English text with its values is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: (parts: TemplateStringsArray, ...values: Values) => ({
    id: parts.reduce(
      (text, part, index) => `${text}${Object.values(values[index - 1] ?? {})}${part}`,
    ),
  }),
}));
vi.mock("../language.ts", () => ({ language: { current: () => "en" } }));

const { errorSentence } = await import("./error-sentences.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;

test("who has no scan left is told when there are new ones, and what the other plan gives", () => {
  const data = { limit: 5, renewsAt: "2026-11-30T15:00:00.000Z" };
  const spent = new ApiError({ type: "QuotaSpent", status: 409, message: "", data });
  expect(errorSentence(spent, i18n)).toBe(
    "You don't have enough manual scans left. Your plan's limit of 5 per month resets on 2026/12/01. The detailed diagnosis plan has no limit.",
  );
});

test.each([
  ["transfer-ownership", "Only an owner of the workspace can do this."],
  ["manage-domains", "Only administrators and owners with full access can do this."],
  ["run", "Your role is view-only. An administrator or owner can change it."],
  ["something new", "Your role is view-only. An administrator or owner can change it."],
])("whoever may not %s is told who may", (act, sentence) => {
  const refused = new ApiError({ type: "NotAllowed", status: 403, message: "", data: { act } });
  expect(errorSentence(refused, i18n)).toBe(sentence);
});

test("what is no error of ours is unexpected", () => {
  expect(errorSentence(new Error("anything"), i18n)).toContain("unexpected error");
});
