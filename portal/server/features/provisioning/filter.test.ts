import { expect, test } from "vitest";
import { groupKind, userKind } from "./attributes.ts";
import { demands, matches, readFilter } from "./filter.ts";

const aoi = {
  id: "1",
  userName: "Aoi@Example.com",
  externalId: "Ext-1",
  active: true,
  name: { familyName: "森", givenName: "葵" },
  emails: [
    { value: "aoi@example.com", type: "work", primary: true },
    { value: "home@example.net", type: "home" },
  ],
  meta: { created: "2026-11-01T00:00:00.000Z" },
};

test.each([
  ['userName eq "aoi@example.com"', true],
  ['USERNAME EQ "AOI@EXAMPLE.COM"', true],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "aoi"', true],
  ['externalId eq "Ext-1"', true],
  ['externalId eq "ext-1"', false],
  ['name.familyName co "森"', true],
  ["active eq true", true],
  ["active eq False", false],
  ['active eq "True"', true],
  ["active ne true", false],
  ["displayName pr", false],
  ["not (displayName pr)", true],
  ['emails[type eq "work"].value eq "aoi@example.com"', true],
  ['emails[type eq "home"].value eq "aoi@example.com"', false],
  ['active eq true and emails[type eq "home"].value sw "home"', true],
  ['emails[type eq "work"].nonsense eq "x"', "refused"],
  ['emails[type eq "work"].value', "refused"],
  ['emails[type eq "work"]value eq "x"', "refused"],
  ['emails[type eq "work" and value ew "example.com"]', true],
  ['emails[type eq "home" and value ew "example.com"]', false],
  ['emails.value eq "home@example.net"', true],
  ['emails eq "home@example.net"', true],
  ['userName eq "x" or emails.type eq "home" and active eq true', true],
  ['(userName eq "x" or emails.type eq "home") and active eq false', false],
  ['meta.created gt "2026-10-31T23:00:00Z"', true],
  ['meta.created lt "2026-10-31T23:00:00+09:00"', false],
  ['userName eq "say \\"hi\\""', false],
  ["externalId eq null", false],
  ["displayName eq null", true],
] as const)("%s", (text, expected) => {
  if (expected === "refused") expect(() => readFilter(text, userKind)).toThrow();
  else expect(matches(readFilter(text, userKind), aoi)).toBe(expected);
});

test.each([
  "",
  "userName",
  "userName eq",
  "userName eq aoi",
  'userName eq "aoi',
  'userName like "a"',
  'nonsense eq "a"',
  'name.nonsense eq "a"',
  '__proto__ eq "a"',
  'constructor.name eq "a"',
  "active gt true",
  'userName eq "a" and',
  'userName eq "a") or (userName eq "b"',
  'displayName[value eq "a"]',
  'emails[type eq "work"',
  `${"(".repeat(11)}userName pr${")".repeat(11)}`,
  `${"not (".repeat(5_000)}userName pr`,
  `${"(".repeat(200_000)}`,
  Array.from({ length: 51 }, () => "active pr").join(" or "),
  `userName eq "${"a".repeat(2_000)}"`,
])("a filter that is none, or too much, is refused at once: %#", (text) => {
  const began = performance.now();
  expect(() => readFilter(text, userKind)).toThrow(
    expect.objectContaining({ status: 400, scimType: "invalidFilter" }),
  );
  expect(performance.now() - began).toBeLessThan(250);
});

test("what a filter demands in any case can be looked up", () => {
  const of = (text: string, kind = userKind) => Object.fromEntries(demands(readFilter(text, kind)));
  expect(of('userName eq "a" and active eq true')).toEqual({ userName: "a" });
  expect(of('userName eq "a" or externalId eq "b"')).toEqual({});
  expect(of('not (userName eq "a")')).toEqual({});
  expect(of('id eq "g" and members[value eq "m"]', groupKind)).toEqual({
    id: "g",
    "members.value": "m",
  });
  expect(of('members eq "m"', groupKind)).toEqual({ "members.value": "m" });
});
