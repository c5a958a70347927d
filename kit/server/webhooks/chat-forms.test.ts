import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chatBody, chatBytesMost, chatForms } from "./chat-forms.ts";
import {
  type ChatWords,
  chatCharactersMost,
  chatTitleMost,
  cutText,
  fitWords,
} from "./chat-words.ts";
import { chatVerdict, strictBytes } from "./testing/strict-chats.ts";

const link = { label: "開く", url: "https://karte.example/inventory/domain?id=1" };
const words: ChatWords = { title: "通知（3件）", lines: ["一", "二", "三"], link };

const post = (body: string) => ({ method: "POST", contentType: "application/json", body });
const count = ({ title, lines, link: to }: ChatWords) =>
  [title, ...lines, to?.label ?? ""].reduce((sum, { length }) => sum + length, 0) + lines.length;

describe.each(chatForms)("%s", (form) => {
  test("takes a message, one with nothing but a title, and one as long as can be", () => {
    for (const some of [
      words,
      { title: "x", lines: [] },
      { ...words, title: "題".repeat(chatTitleMost), lines: ["長".repeat(5_000)] },
      { ...words, lines: Array.from({ length: 6 }, () => "<b>&\u0000\ud800🚪".repeat(400)) },
      { ...words, link: { ...link, url: `${link.url}&sig=${"a".repeat(1_900)}` } },
    ]) {
      const verdict = chatVerdict(form, post(chatBody(form, some)));
      expect(verdict.text).not.toMatch(/too large|invalid/i);
      expect(verdict.status).toBeLessThan(300);
    }
  });

  test("its strict server refuses one byte more than its limit, and takes the limit", () => {
    const padded = (length: number) => {
      const body = chatBody(form, words);
      return `${body}${" ".repeat(length - Buffer.byteLength(body))}`;
    };
    expect(chatVerdict(form, post(padded(strictBytes(form)))).status).toBeLessThan(300);
    expect(chatVerdict(form, post(padded(strictBytes(form) + 1))).status).toBe(400);
    expect(chatBytesMost[form]).toBeLessThanOrEqual(strictBytes(form));
  });

  test("a body of exactly the limit stays; one byte more is shortened to what fits", () => {
    const long = { ...words, lines: ["長い行".repeat(60), "短い"] };
    const body = chatBody(form, long);
    const bytes = Buffer.byteLength(body);
    expect(chatBody(form, long, { bytes })).toBe(body);
    const shorter = chatBody(form, long, { bytes: bytes - 1 });
    expect(shorter).not.toBe(body);
    expect(Buffer.byteLength(shorter)).toBeLessThan(bytes);
    expect(shorter).toContain("…");
    expect(shorter).toContain("短い");
    expect(chatVerdict(form, post(shorter)).status).toBeLessThan(300);
  });

  test("a stranger's text stays text, and calls nobody", () => {
    const hostile =
      "<!channel> <users/all> <https://evil.example|x> <b>x</b> [x](https://evil) @all";
    const verdict = chatVerdict(
      form,
      post(chatBody(form, { ...words, title: hostile, lines: [hostile] })),
    );
    expect(verdict.status).toBeLessThan(300);
    expect(verdict.read.join("\n")).toContain("evil.example");
  });

  test("whatever the words are, the message is taken and is no longer than people read", () => {
    const sign = fc.constantFrom(...'あ<>&"\\\n', "🚪", "\ud800", "\u0000");
    const text = (most: number) => fc.string({ unit: sign, maxLength: most });
    fc.assert(
      fc.property(text(300), fc.array(text(800), { maxLength: 7 }), (title, lines) => {
        const body = chatBody(form, { title: `x${title}`, lines: lines.filter(Boolean), link });
        const { status } = chatVerdict(form, post(body));
        return status < 300 && Buffer.byteLength(body) <= chatBytesMost[form];
      }),
      { numRuns: 60 },
    );
  });
});

describe("what people read", () => {
  const of = (length: number): ChatWords => ({
    title: "",
    lines: ["x".repeat(length - link.label.length - 1)],
    link,
  });

  test(`${chatCharactersMost} characters stay, one more is cut`, () => {
    expect(fitWords(of(chatCharactersMost))).toEqual(of(chatCharactersMost));
    const cut = fitWords(of(chatCharactersMost + 1));
    expect(count(cut)).toBe(chatCharactersMost);
    expect(cut.lines[0]?.endsWith("x…")).toBe(true);
  });

  test("the longest lines give way, short ones stay", () => {
    const { lines } = fitWords({
      title: "t",
      lines: ["a".repeat(2_000), "short", "b".repeat(900)],
    });
    expect(lines[1]).toBe("short");
    expect(lines[0]?.length).toBe(lines[2]?.length);
    expect(count({ title: "t", lines })).toBeGreaterThan(chatCharactersMost - 10);
  });

  test(`a title of ${chatTitleMost} stays, one more is cut`, () => {
    const title = (length: number) => fitWords({ title: "題".repeat(length), lines: [] }).title;
    expect(title(chatTitleMost)).toBe("題".repeat(chatTitleMost));
    expect(title(chatTitleMost + 1)).toBe(`${"題".repeat(chatTitleMost - 1)}…`);
  });

  test("no character is cut in two", () => {
    expect(cutText("ab🚪cd", 4)).toBe("ab…");
    expect(cutText("ab🚪cd", 5)).toBe("ab🚪…");
  });
});
