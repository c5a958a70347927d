import { capturedLog } from "@sekimori/kit-development/testing/sample-server";
import { expect, test } from "vitest";

test.each([
  ["a password", { password: "hush1234" }],
  ["a body", { body: { newPassword: "hush1234", cardToken: "hush1234" } }],
  ["a nested value", { input: { body: { code: "hush1234" } } }],
  ["a cookie", { headers: { cookie: "session=hush1234" } }],
  ["a request's header", { req: { headers: { authorization: "Bearer hush1234" } } }],
  ["a card", { card: { number: "hush1234" } }],
  ["personal data", { firstName: "hush1234", addrLine1: "hush1234" }],
])("%s is not logged", (_, value) => {
  const log = capturedLog();
  log.logger.info(value, "message");
  expect(log.text()).toContain("[hidden]");
  expect(log.text()).not.toContain("hush1234");
});

test("e-mail addresses are masked wherever they stand", () => {
  const log = capturedLog();
  log.logger.info({ to: "hanako.yamada+x@mail.example.jp" }, "mail to taro@example.jp failed");
  log.logger.error({ err: new Error("no mailbox <jiro@example.jp>") });
  expect(log.text()).not.toMatch(/hanako|taro|jiro/);
  expect(log.text()).toContain("h***@mail.example.jp");
  expect(log.text()).toContain("mail to t***@example.jp failed");
});

test("an error is logged with its kind, stack and cause, and without what libraries attach", () => {
  const log = capturedLog();
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(secret) already exists.",
    parameters: ["secret"],
  });
  log.logger.error({ err: new Error("outer", { cause }) });
  const [line] = log.lines;
  expect(line).toMatchObject({
    level: "error",
    name: "sample",
    err: { message: "outer", cause: { kind: "23505", message: "duplicate key" } },
  });
  expect(log.text()).not.toContain("secret");
});
