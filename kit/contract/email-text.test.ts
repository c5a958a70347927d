import { expect, test } from "vitest";
import { emailSchema } from "./email-address.ts";
import { meantLoginHint, splitAddresses } from "./email-text.ts";

test.each([
  ["Ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ", "taro@example.jp"],
  ["taro＠example.jp", "taro@example.jp"],
  ["　taro@example.jp　", "taro@example.jp"],
  ["Taro Yamada <taro@example.jp>", "taro@example.jp"],
  ['"山田, 太郎" <Taro@example.jp>', "taro@example.jp"],
  ["<taro@example.jp>", "taro@example.jp"],
  ["mailto:taro@example.jp", "taro@example.jp"],
  ["taro+news@example.jp", "taro+news@example.jp"],
])("%j is read as %s", (typed, address) => {
  expect(emailSchema.parse(typed)).toBe(address);
});

test.each([
  ["taro..yamada@docomo.example", "carrier_dots"],
  ["taro.@docomo.example", "carrier_dots"],
  [".taro@docomo.example", "carrier_dots"],
  ["taro@docomo..example", undefined],
  ["a@b.example <c@d.example>", undefined],
  ["x <a@b.example>\r\nbcc: <c@d.example>", undefined],
  ["taro yamada@example.jp", undefined],
])("%j is refused, for its dots where it has them: %s", (typed, code) => {
  const issue = emailSchema.safeParse(typed).error?.issues[0];
  expect(issue).toBeDefined();
  expect(issue?.code === "custom" ? issue.params?.code : undefined).toBe(code);
});

test("a list is read however it is pasted", () => {
  const pasted = `a@example.jp, b@example.jp；c@example.jp
    "Yamada, Taro" <d@example.jp>, Hanako <e@example.jp>
    f@example.jp g@example.jp，Ａ＠ｅｘａｍｐｌｅ．ｊｐ、h@@example`;
  expect(splitAddresses(pasted)).toEqual([
    ..."abc".split("").map((name) => `${name}@example.jp`),
    ..."defg".split("").map((name) => `${name}@example.jp`),
    "h@@example",
  ]);
});

test.each([
  ["a b@example.jp", "a+b@example.jp"],
  ["a b c@example.jp", "a+b+c@example.jp"],
  ["a+b@example.jp", "a+b@example.jp"],
  ["Taro <a@example.jp>", "a@example.jp"],
  ["somebody", "somebody"],
])("a hint %j means %s", (hint, address) => {
  expect(meantLoginHint(hint)).toBe(address);
});
