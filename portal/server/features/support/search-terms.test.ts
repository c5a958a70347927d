import { expect, test } from "vitest";
import { OperatorRefused } from "../operator/operator-audit.ts";
import { parseSearch } from "./search-terms.ts";

const id = "123e4567-e89b-42d3-a456-426614174000";

test.each([
  [["Hanako@Example.com"], { by: "address", address: "hanako@example.com" }],
  [["ｈａｎａｋｏ＠example.com "], { by: "address", address: "hanako@example.com" }],
  [[id.toUpperCase()], { by: "id", id }],
  [["event:1234"], { by: "event", event: "1234" }],
  [["SK-00000042"], { by: "document", number: "42" }],
  [["４２"], { by: "document", number: "42" }],
  [["7000012050002"], { by: "corporate-number", number: "7000012050002" }],
  [["T7000012050002"], { by: "corporate-number", number: "7000012050002" }],
  [["1003", "2027-01-01"], { by: "card", last4: "1003", day: "2027-01-01" }],
  [["2027-01-01 1003"], { by: "card", last4: "1003", day: "2027-01-01" }],
  [["1003"], { by: "document", number: "1003" }],
  [["山本"], { by: "name", words: ["山本"] }],
  [["山本　花子"], { by: "name", words: ["山本", "花子"] }],
  [["株式会社関守商店"], { by: "name", words: ["関守商店"] }],
  [["Acme", "Co.,", "Ltd."], { by: "name", words: ["acme"] }],
  [["1003", "2027-02-30"], { by: "name", words: ["1003", "2027", "02", "30"] }],
] as const)("%j is looked for %j", (terms, wanted) => {
  expect(parseSearch(terms)).toEqual(wanted);
});

test.each([[[""]], [["…"]], [["hanako@"]], [["a b c d e f g h i"]]])(
  "%j is refused in words",
  (terms) => {
    expect(() => parseSearch(terms)).toThrow(OperatorRefused);
  },
);
