import { expect, it } from "vitest";
import { dmarcRecord } from "./record.ts";

it.each([
  ["v=DMARC1;p=reject;", "reject", []],
  ["v=DMARC1; P=Reject; RUA=mailto:a@b.test", "reject", []],
  ['v=DMARC1; p="reject"', "none", ['p="reject"']],
  ["v=DMARC1; sp=reject; rua=mailto:a@b.test", "none", []],
  ["v=DMARC1\t;\tp=quarantine", "quarantine", []],
  ["v=DMARC1; p=reject; p=none", "reject", []],
  ["v=DMARC1;; p=reject", "reject", []],
  ["v=DMARC1; p = reject ; sp = none", "reject", []],
  ["v=DMARC1; p=reject;\r\n", "reject", []],
  // As word processors write it: receivers see no policy that they know.
  ["v=DMARC1; p=reject\u00a0; rua=mailto:a@b.test", "none", ["p=reject\u00a0"]],
  ["v=DMARC1, p=reject", undefined, undefined],
  ["v=DMARC1 p=reject", undefined, undefined],
  [" v=DMARC1; p=reject", undefined, undefined],
  ["v=DMARC2; p=reject", undefined, undefined],
])("%j: %s", (text, policy, invalid) => {
  const record = dmarcRecord([text]);
  expect(record?.policy).toBe(policy);
  expect(record?.invalid).toEqual(invalid);
});
