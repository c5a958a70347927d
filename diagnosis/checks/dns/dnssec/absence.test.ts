import { expect, it } from "vitest";
import { hashOf } from "./absence.ts";

/* RFC 5155 appendix A: salt aabbccdd, twelve iterations. */
const parameters = { salt: Buffer.from("aabbccdd", "hex"), iterations: 12 };

it.each([
  ["example", "0p9mhaveqvm6t7vbl5lop2u3t2rp3tom"],
  ["a.example", "35mthgpgcu1qg68fab165klnsnk3dpvl"],
  ["ai.example", "gjeqe526plbf1g8mklp59enfd789njgi"],
  ["ns1.example", "2t7b4g4vsa5smi47k61mv5bv1a22bojr"],
  ["x.w.example", "b4um86eghhds6nea196smvmlo4ors995"],
])("hashes %s as RFC 5155 prints it", (name, expected) => {
  const alphabet = "0123456789abcdefghijklmnopqrstuv";
  const bits = [...hashOf(name, parameters)].map((byte) => byte.toString(2).padStart(8, "0"));
  const text = (bits.join("").match(/.{5}/g) ?? []).map(
    (five) => alphabet[Number.parseInt(five, 2)],
  );
  expect(text.join("")).toBe(expected);
});
