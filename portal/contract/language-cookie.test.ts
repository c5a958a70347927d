import { expect, test } from "vitest";
import { languageCookie, languageCookieName } from "./language-cookie.ts";

test.each([
  [
    "en",
    "https://portal.example",
    "__Host-sekimori_language=en; path=/; max-age=31536000; samesite=lax; secure",
  ],
  ["ja", "http://localhost:3000", "sekimori_language=ja; path=/; max-age=31536000; samesite=lax"],
  [
    undefined,
    "https://portal.example",
    "__Host-sekimori_language=; path=/; max-age=0; samesite=lax; secure",
  ],
] as const)("%s at %s", (chosen, origin, written) => {
  expect(languageCookie(chosen, origin)).toBe(written);
  expect(written).toContain(`${languageCookieName(origin)}=`);
});
