import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox-of.ts";

test.each([
  ["taro@example.jp", "taro@example.jp"],
  ["Taro+news@Example.jp", "taro@example.jp"],
  ["taro+a+b@example.jp", "taro@example.jp"],
  [" taro@example.jp\n", "taro@example.jp"],
  ["ｔａｒｏ@example.jp", "taro@example.jp"],
  ["t.a.r.o+x@gmail.com", "taro@gmail.com"],
  ["t.a.r.o@googlemail.com", "taro@googlemail.com"],
  ["t.a@example.jp", "t.a@example.jp"],
  // Only the last @ parts the provider from the rest.
  ["a@b+c@example.jp", "a@b@example.jp"],
  ["a@example.jp@gmail.com", "a@examplejp@gmail.com"],
  // What is no address counts as it is.
  ["Taro+news", "taro+news"],
  ["@example.jp", "@example.jp"],
  ["", ""],
])("the mailbox of %j is %j", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
