import { parkingReasons, requestedActs } from "@sekimori/console-contract/words";
import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: ([text]: TemplateStringsArray) => ({ id: text }),
}));

const { factValue } = await import("./history-words.ts");
const i18n = { _: ({ id }: { id: string }) => id } as never;
const said = (fact: string, value: string | number | boolean) => factValue(fact, value, i18n, "en");

test("what the log keeps is said in words, and yen as yen", () => {
  expect(said("amount", 8_000)).toBe("¥8,000");
  expect(said("found", 8_000)).toBe("8000");
  expect(said("shown", "account")).toBe("the member's page");
  expect(said("roles", "billing, auditor")).toBe("Billing + Auditor");
  expect(said("accepted", false)).toBe("No");
  expect(said("effectiveOn", "2027-04-01")).not.toBe("2027-04-01");
  for (const act of requestedActs) expect(said("act", act)).not.toBe(act);
  for (const reason of parkingReasons) expect(said("parkedFor", reason)).not.toBe(reason);
  expect([said("reason", "refund"), said("shown", "toString")]).toEqual(["refund", "toString"]);
});
