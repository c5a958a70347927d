import { expect, test } from "vitest";
import { type InformationContext, informationValidator } from "./information-schema.ts";
import { passwordNeed, startingValues } from "./information-values.ts";

const context: InformationContext = {
  email: "hanako@example.jp",
  password: "required",
  passwordMaximum: 14,
};
const good = {
  userType: "1",
  companyName: "株式会社関守",
  corporateNumber: "7000012050002",
  lastName: "関",
  firstName: "花子",
  password: "Gate-keep3r",
  postalCode: "1000005",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "丸の内1-1-1",
  addrLine2: "",
};

function issuesOf(change: Partial<typeof good>, given: Partial<InformationContext> = {}) {
  const result = informationValidator(() => ({ ...context, ...given }))({ ...good, ...change });
  return "issues" in result ? result.issues.map(({ name, code }) => `${name} ${code}`) : [];
}

test("an organisation sends all its fields and the password beside them", () => {
  const { password, ...information } = good;
  expect(informationValidator(() => context)(good)).toEqual({ values: { information, password } });
});

test("a person sends no organisation's fields, whatever was left in them", () => {
  const values = { ...good, userType: "2", corporateNumber: "nonsense" };
  const result = informationValidator(() => context)(values);
  expect(result).toHaveProperty("values.information.userType", "2");
  expect(result).not.toHaveProperty("values.information.corporateNumber");
  expect(result).not.toHaveProperty("values.information.companyName");
});

test.each([
  [{ companyName: "" }, ["companyName required"]],
  [{ corporateNumber: "" }, ["corporateNumber required"]],
  [{ corporateNumber: "1000012050002" }, ["corporateNumber invalid"]],
  [{ firstName: " " }, ["firstName required"]],
  [{ firstName: "a".repeat(51) }, ["firstName too_long"]],
  [{ postalCode: "100000" }, ["postalCode invalid"]],
  [{ addrState: "" }, ["addrState required"]],
  [{ addrState: "48" }, ["addrState invalid"]],
  [{ addrLine1: "" }, ["addrLine1 required"]],
  [{ addrLine2: "x".repeat(101) }, ["addrLine2 too_long"]],
  [{ password: "" }, ["password required"]],
  [{ password: "short" }, ["password policy"]],
  [{ password: "Hanako-1234" }, ["password policy"]],
  [{ password: "", addrCity: "" }, ["addrCity required", "password required"]],
])("%j is refused: %j", (change, issues) => {
  expect(issuesOf(change)).toEqual(issues);
});

test.each([
  [{ password: "optional" }, { password: "" }, []],
  [{ password: "optional" }, { password: "short" }, ["password policy"]],
  [{ password: "none" }, { password: "" }, []],
  [{ passwordMaximum: 64 }, { password: `Gate-keep3r${"x".repeat(40)}` }, []],
  [
    { passwordMaximum: undefined },
    { password: `Gate-keep3r${"x".repeat(40)}` },
    ["password policy"],
  ],
] as const)("with %j, %j gives %j", (given, change, issues) => {
  expect(issuesOf(change, given)).toEqual(issues);
});

test.each([
  [{ origin: "register", hasPassword: false }, "required"],
  [{ origin: "register", hasPassword: true }, "optional"],
  [{ origin: "external-id", hasPassword: false }, "none"],
] as const)("for %j a password is %s", (flow, need) => {
  expect(passwordNeed(flow)).toBe(need);
});

test("begins with the draft, then with what the server keeps, and never with a password", () => {
  const kept = { ...good, userType: "2", companyName: null, corporateNumber: null } as const;
  const values = startingValues(
    { information: kept, suggestedName: { firstName: "Hanako", lastName: "Seki" } },
    { firstName: "太郎", password: "Secret-123" },
  );
  expect(values).toMatchObject({
    userType: "2",
    companyName: "",
    lastName: "関",
    firstName: "太郎",
  });
  expect(values.password).toBe("");
  const unknown = { information: null, suggestedName: null };
  expect(startingValues(unknown, {}).userType).toBe("1");
  const suggestedName = { firstName: "Hanako", lastName: "Seki" };
  expect(startingValues({ ...unknown, suggestedName }, {})).toMatchObject(suggestedName);
});
