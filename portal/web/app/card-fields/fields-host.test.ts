import { expect, test, vi } from "vitest";
import { createFieldsHost } from "./fields-host.ts";
import type { MessageToFields } from "./fields-messages.ts";

const origin = "https://pay.example";
const token = { token: "tok_1", brand: "visa", last4: "1003" };

function set(timeout = 1_000) {
  const sent: { message: MessageToFields; to: string }[] = [];
  const frame = {
    postMessage: (message: MessageToFields, to: string) => void sent.push({ message, to }),
  } as unknown as Window;
  const onMessage = vi.fn();
  const host = createFieldsHost({ origin, target: () => frame, onMessage, timeout });
  const answer = (
    data: unknown,
    from: { origin: string; source: unknown } = { origin, source: frame },
  ) => host.receive({ data, ...from } as MessageEvent);
  const lastRequest = () => {
    const message = sent.at(-1)?.message;
    return message?.type === "submit" ? message.requestId : undefined;
  };
  return { host, frame, sent, onMessage, answer, lastRequest };
}

test("a submit speaks to the company's origin only and resolves with its answer", async () => {
  const { host, sent, answer, lastRequest } = set();
  const submitted = host.submit();
  expect(sent.map(({ to }) => to)).toEqual([origin]);
  answer({ type: "token", requestId: lastRequest(), ...token, expiryMonth: 1, expiryYear: 2030 });
  expect(await submitted).toEqual(token);
});

test("an error is the submit's rejection", async () => {
  const { host, answer, lastRequest } = set();
  const submitted = host.submit();
  answer({ type: "error", requestId: lastRequest(), code: "invalid_fields", fields: ["number"] });
  await expect(submitted).rejects.toMatchObject({ code: "invalid_fields" });
});

test("another submit's answer is not taken", async () => {
  const { host, answer } = set(20);
  const submitted = host.submit();
  answer({ type: "token", requestId: "somebody-else", ...token });
  await expect(submitted).rejects.toMatchObject({ code: "network" });
});

test("neither another origin nor another window is listened to", () => {
  const { answer, onMessage, frame } = set();
  answer({ type: "ready", height: 10 });
  answer({ type: "height", height: 20 }, { origin: "https://evil.example", source: frame });
  answer({ type: "height", height: 20 }, { origin, source: {} });
  expect(onMessage.mock.calls).toEqual([[{ type: "ready", height: 10 }]]);
});
