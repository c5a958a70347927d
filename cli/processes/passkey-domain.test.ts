import { expect, test } from "vitest";
import { passkeyDomainProblem } from "./passkey-domain.ts";

test.each([
  ["https://portal.example.jp", "portal.example.jp", undefined],
  ["https://portal.example.jp", "example.jp", undefined],
  ["https://id.portal.example.co.jp:8443", "portal.example.co.jp", undefined],
  ["http://localhost:3000", "localhost", undefined],
  // A top level that nobody knows is a suffix, as in browsers.
  ["https://portal.corp.internal", "corp.internal", undefined],
  ["https://portal.example.jp", "example.com", "or a parent of it"],
  // No parent, though the text ends alike.
  ["https://portal.example.jp", "ample.jp", "or a parent of it"],
  ["https://example.jp", "portal.example.jp", "or a parent of it"],
  ["https://192.0.2.1", "0.2.1", "must be 192.0.2.1: "],
  ["https://portal.example.co.jp", "co.jp", "must be example.co.jp or portal.example.co.jp: "],
  ["https://portal.example.jp", "jp", "must be example.jp or portal.example.jp: "],
  // The private section: whoever has a site there would have the others' passkeys.
  ["https://us.github.io", "github.io", "must be us.github.io: "],
])("%s with passkeys of %s: %s", (origin, rpId, problem) => {
  const said = passkeyDomainProblem(origin, rpId);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(problem);
});
