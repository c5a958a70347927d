import { describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  accountInformationSchema,
  codeSchema,
  corporateNumberSchema,
  emailSchema,
  firstNameSchema,
  languageCodeSchema,
  lastNameSchema,
  linkTokenSchema,
  newPasswordSchema,
  passwordInputSchema,
  userTypeSchema,
} from "./fields.ts";

/** What a field takes, as it is stored; undefined when it is refused. */
const taken = (schema: z.ZodType, value: unknown) => schema.safeParse(value).data;

/** The field and the reason of each refusal. */
function refusals(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, code, ...issue }) => [
    path.join("."),
    "params" in issue ? issue.params?.code : code,
  ]);
}

/** An address of `length` characters, 64 of them before the @. */
const longAddress = (length: number) => {
  const end = `${"a".repeat(64)}@.jp`.length;
  const rest = length - end;
  const labels = Array.from({ length: Math.ceil(rest / 60) }, (_, at) =>
    "b".repeat(Math.min(59, rest - at * 60)),
  );
  return `${"a".repeat(64)}@${labels.join(".")}.jp`;
};

describe("an e-mail address", () => {
  test.each([
    ["taro@example.jp", "taro@example.jp"],
    [" Taro@Example.JP\n", "taro@example.jp"],
    ["taro+news@example.jp", "taro+news@example.jp"],
    [`${"a".repeat(64)}@example.jp`, `${"a".repeat(64)}@example.jp`],
    [`${"a".repeat(65)}@example.jp`, undefined],
    ["", undefined],
    ["  ", undefined],
    ["taro", undefined],
    ["taro@", undefined],
    ["@example.jp", undefined],
    ["taro@example", undefined],
    ["taro@example.jp, hanako@example.jp", undefined],
    ["taro@example.jp\r\nbcc: x@example.jp", undefined],
    ['"taro yamada"@example.jp', undefined],
    ["太郎@example.jp", undefined],
    [12, undefined],
  ])("%j is stored as %j", (typed, stored) => {
    expect(taken(emailSchema, typed)).toBe(stored);
  });

  test("has at most 254 characters, and says which limit it breaks", () => {
    expect(longAddress(254)).toHaveLength(254);
    expect(taken(emailSchema, longAddress(254))).toBe(longAddress(254));
    expect(refusals(emailSchema, longAddress(255))).toContainEqual(["", "too_big"]);
    expect(refusals(emailSchema, `${"a".repeat(65)}@example.jp`)).toEqual([["", "invalid"]]);
    expect(refusals(emailSchema, "")).toContainEqual(["", "too_small"]);
  });
});

describe("a name", () => {
  test.each([firstNameSchema, lastNameSchema])("is one line of 1 to 50 characters", (schema) => {
    expect(taken(schema, " 山田 ")).toBe("山田");
    expect(taken(schema, "a".repeat(50))).toBe("a".repeat(50));
    expect(refusals(schema, "a".repeat(51))).toEqual([["", "too_big"]]);
    expect(refusals(schema, "　 ")).toEqual([["", "too_small"]]);
    for (const control of ["\u0000", "\n", "\t", "\u007f", "\u0085"]) {
      expect(refusals(schema, `a${control}b`)).toEqual([["", "hidden_mark"]]);
    }
  });
});

describe.each<[string, z.ZodType, readonly string[], readonly unknown[]]>([
  [
    "a code",
    codeSchema,
    ["000000", "123456"],
    ["12345", "1234567", "12345a", "１２３４５６", " 123456", "123456\n", "", 123456],
  ],
  [
    "a token in a link",
    linkTokenSchema,
    ["aZ09_-".padEnd(43, "x")],
    [
      "x".repeat(42),
      "x".repeat(44),
      `${"x".repeat(42)}+`,
      `${"x".repeat(42)}=`,
      ` ${"x".repeat(43)}`,
    ],
  ],
  [
    "a corporate number",
    corporateNumberSchema,
    ["7000012050002"],
    ["7000012050003", "700001205000", "70000120500022", "T7000012050002", "７０００012050002", ""],
  ],
  ["a user type", userTypeSchema, ["1", "2"], ["0", "3", "", 1]],
  ["a stored language", languageCodeSchema, ["ja", "en"], ["fr", "", "JA"]],
  [
    "a password as typed",
    passwordInputSchema,
    ["a", " ", "パスワード", "a".repeat(256)],
    ["", "a".repeat(257)],
  ],
  // 64 characters that take four UTF-16 units each, whatever the policy in force says of them.
  ["a new password", newPasswordSchema, ["a", "a".repeat(256)], ["", "a".repeat(257)]],
])("%s", (_name, schema, good, bad) => {
  test.each(good)("may be %j", (value) => {
    expect(taken(schema, value)).toBe(value);
  });

  test.each(bad)("may not be %j", (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

test("a corporate number that is well formed but false is told from one that is not", () => {
  expect(refusals(corporateNumberSchema, "7000012050003")).toEqual([["", "invalid"]]);
  for (const malformed of ["7", "70000120500022", "T7000012050002"]) {
    expect(refusals(corporateNumberSchema, malformed)).toContainEqual(["", "invalid_format"]);
  }
});

describe("the account's information", () => {
  const person = {
    userType: "2",
    firstName: "太郎",
    lastName: "山田",
    postalCode: "1000001",
    addrState: "13",
    addrCity: "千代田区",
    addrLine1: "千代田1-1",
    addrLine2: "",
  };
  const organisation = {
    ...person,
    userType: "1",
    companyName: "関守株式会社",
    corporateNumber: "7000012050002",
  };

  test.each([
    ["a person's", person],
    ["an organisation's", organisation],
  ])("%s is taken as it is", (_case, information) => {
    expect(taken(accountInformationSchema, information)).toEqual(information);
  });

  test("is trimmed", () => {
    const typed = { ...organisation, companyName: " 関守株式会社 ", addrLine2: " 3階 " };
    const stored = { ...organisation, addrLine2: "3階" };
    expect(taken(accountInformationSchema, typed)).toEqual(stored);
  });

  test.each(["companyName", "addrCity", "addrLine1", "addrLine2"])(
    "%s has at most 100 characters and no control character",
    (field) => {
      const withText = (text: string) => ({ ...organisation, [field]: text });
      const longest = withText("あ".repeat(100));
      expect(taken(accountInformationSchema, longest)).toEqual(longest);
      const tooLong = withText("あ".repeat(101));
      expect(refusals(accountInformationSchema, tooLong)).toEqual([[field, "too_big"]]);
      const twoLines = withText("一行\n二行");
      expect(refusals(accountInformationSchema, twoLines)).toEqual([[field, "hidden_mark"]]);
    },
  );

  test.each([
    ["a person's company", { ...person, companyName: "関守株式会社" }, "", "unrecognized_keys"],
    ["an unknown field", { ...organisation, role: "admin" }, "", "unrecognized_keys"],
    ["no user type", { ...person, userType: undefined }, "userType", "invalid_union"],
    ["an unknown user type", { ...person, userType: "3" }, "userType", "invalid_union"],
    [
      "an empty name of a company",
      { ...organisation, companyName: " " },
      "companyName",
      "too_small",
    ],
    [
      "a false corporate number",
      { ...organisation, corporateNumber: "7000012050003" },
      "corporateNumber",
      "invalid",
    ],
    ["an empty city", { ...person, addrCity: "" }, "addrCity", "too_small"],
    ["an empty street", { ...person, addrLine1: "" }, "addrLine1", "too_small"],
    ["no building at all", { ...person, addrLine2: undefined }, "addrLine2", "invalid_type"],
    ["no first name", { ...person, firstName: "" }, "firstName", "too_small"],
    ["no last name", { ...person, lastName: undefined }, "lastName", "invalid_type"],
    ["a 48th prefecture", { ...person, addrState: "48" }, "addrState", "invalid_value"],
    ["a prefecture by its name", { ...person, addrState: "東京都" }, "addrState", "invalid_value"],
    [
      "a hyphen in a postal code",
      { ...person, postalCode: "100-0001" },
      "postalCode",
      "invalid_format",
    ],
    ["six digits", { ...person, postalCode: "100000" }, "postalCode", "invalid_format"],
    ["eight digits", { ...person, postalCode: "10000011" }, "postalCode", "invalid_format"],
    [
      "eight digits that begin with another",
      { ...person, postalCode: "x1000001" },
      "postalCode",
      "invalid_format",
    ],
  ])("with %s is refused, and the field is named", (_case, information, field, reason) => {
    expect(refusals(accountInformationSchema, information)).toEqual([[field, reason]]);
  });
});
