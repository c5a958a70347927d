import { expect, test } from "vitest";
import {
  answeredStrength,
  askedStrengths,
  isReached,
  leastOf,
  type Strength,
  strengths,
} from "./strength.ts";

const [pwd, email, mfa, phr] = strengths;
const former = { one: "urn:sekimori:acr:1", two: "urn:sekimori:acr:2" };
const wish = (...values: string[]) => ({ values, isEssential: false });

test.each<[Strength, string[], boolean, string]>([
  [pwd, [mfa], false, pwd],
  [email, [mfa], false, email],
  [mfa, [mfa], true, mfa],
  // As good as what was asked for: applications compare with the name that they sent.
  [phr, [mfa], true, mfa],
  [phr, [pwd, phr], true, phr],
  [mfa, [phr, email], true, email],
  [mfa, [phr], false, mfa],
  [phr, ["phrh"], false, phr],
  // The names from before.
  [pwd, [former.two], false, pwd],
  [email, [former.two], true, former.two],
  [phr, [former.one], true, former.one],
])("reached %s, asked for %j", (reached, values, isGood, answered) => {
  expect(isReached(reached, wish(...values))).toBe(isGood);
  expect(answeredStrength(reached, [wish(...values)])).toBe(answered);
});

test("the least that is good enough is asked for", () => {
  expect(leastOf(wish(phr, mfa))).toBe(mfa);
  expect(leastOf(wish(former.two))).toBe(email);
  expect(leastOf(wish("phrh"))).toBeUndefined();
});

const claims = (acr: unknown) => JSON.stringify({ id_token: { acr } });

test.each([
  [{}, []],
  [{ acr_values: `${phr}  ${mfa}` }, [wish(phr, mfa)]],
  [{ claims: claims({ essential: true, value: phr }) }, [{ values: [phr], isEssential: true }]],
  // Beside a wish it stays essential.
  [
    { acr_values: mfa, claims: claims({ essential: true, values: [phr, mfa] }) },
    [{ values: [phr, mfa], isEssential: true }, wish(mfa)],
  ],
  [{ claims: claims({ values: [phr] }) }, [wish(phr)]],
  [{ claims: claims({ essential: true }) }, []],
  [{ claims: claims(null) }, []],
  // What makes no sense is nothing that there is.
  [{ claims: claims({ essential: true, values: 3 }) }, [{ values: [""], isEssential: true }]],
  [{ claims: claims({ essential: true, value: {} }) }, [{ values: [""], isEssential: true }]],
  [{ claims: "no JSON" }, []],
  [{ claims: "null" }, []],
])("%j asks for %j", (params, asked) => {
  expect(askedStrengths(params)).toEqual(asked);
});
