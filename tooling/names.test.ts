import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { allEndpoints as consoleEndpoints } from "../console/contract/endpoints/all.ts";
import { allEndpoints as karteEndpoints } from "../karte/contract/endpoints/all.ts";
import { allEndpoints as portalEndpoints } from "../portal/contract/endpoints/all.ts";

/** Fields that hold a name somebody writes, in whichever body they stand. */
const nameFields =
  /^(name|label|firstName|lastName|first_name|last_name|companyName|organisation)$/;

/** Fields of such a name that hold something else. */
const otherNames: Readonly<Record<string, string>> = {
  "addDomain body.name": "a domain's name, which has rules of its own",
  "closeWorkspace body.name": "the name that is there, typed again",
};

/** What zod keeps inside of a schema; only what this walk reads. */
interface Inside {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
}

/** Every name field beneath a schema, with its path. */
function namesIn(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const inside = schema._zod.def as unknown as Inside;
  const deeper = [inside.innerType, inside.element, inside.in, ...(inside.options ?? [])]
    .filter((one) => one !== undefined)
    .flatMap((one) => namesIn(one, path));
  const fields = Object.entries(inside.shape ?? {}).flatMap(([key, field]) => {
    const at = `${path}.${key}`;
    return nameFields.test(key) && field.safeParse("abc").success
      ? ([[at, field]] as [string, z.ZodType][])
      : namesIn(field, at);
  });
  return [...deeper, ...fields];
}

const names = [...karteEndpoints, ...portalEndpoints, ...consoleEndpoints].flatMap(
  ({ name, access, body }) =>
    body === undefined || (access as string) === "application" ? [] : namesIn(body, `${name} body`),
);
/** What a form was filled with is compared and never stored: it may be older than the rule. */
const isCompared = (path: string) => path.includes(" body.was.");
const written = names.filter(([path]) => !(path in otherNames) && !isCompared(path));

test("every name that somebody writes has the one rule of names", () => {
  expect(written.length).toBeGreaterThan(15);
  const without = written.filter(([, field]) => {
    const kept = field.safeParse("\u200b本社\u200b");
    const isTrimmed = kept.success && kept.data === "本社";
    const refuses = ["a\u202eb", "a\u2028b", "..."].every((text) => !field.safeParse(text).success);
    return !isTrimmed || !refuses;
  });
  expect(without.map(([path]) => path)).toEqual([]);
  for (const path of Object.keys(otherNames)) expect(names.map(([at]) => at)).toContain(path);
});

test("names that are mailed to others have no address in them", () => {
  const mailed = written.filter(([path]) =>
    /workspace|first|last|company|organisation/i.test(path),
  );
  expect(mailed.length).toBeGreaterThan(5);
  const open = mailed.filter(([, field]) => field.safeParse("see https://a.example").success);
  expect(open.map(([path]) => path)).toEqual([]);
});

describe("what gets on invoices, receipts and reports has letters that their fonts show", () => {
  const cuneiform = "本社\u{12000}";
  const codesOf = (schema: z.ZodType, value: unknown) =>
    (schema.safeParse(value).error?.issues ?? []).map((issue) => ({
      path: issue.path.join("."),
      code: issue.code === "custom" ? issue.params?.code : issue.code,
      letter: issue.code === "custom" ? issue.params?.letter : undefined,
    }));

  /** They name what stands in no document. */
  const onNone = /(Alert|AlertRule|Appointment|Token|Webhook|TicketSystem|Passkey) body\./;
  /** What a whole form is checked for at once. */
  const inWhole = /^(editInformation body\.information|changeRegisteredDetails body\.details)\./;

  test("each name by itself", () => {
    const own = written.filter(([path]) => !onNone.test(path) && !inWhole.test(path));
    expect(own.length).toBeGreaterThan(7);
    const open = own.filter(([, field]) => codesOf(field, cuneiform)[0]?.code !== "no_font");
    expect(open.map(([path]) => path)).toEqual([]);
  });

  const address = {
    ...{ postalCode: "1000001", addrState: "13", addrCity: "千代田区" },
    ...{ addrLine1: "千代田1-1", addrLine2: "" },
  };
  const details = {
    ...{ userType: "1", companyName: "関守商店", corporateNumber: "7000012050002" },
    ...address,
  };
  const people = { firstName: "花子", lastName: "山本" };
  test.each([
    ["editInformation", "information", { ...details, ...people }],
    ["editInformation", "information", { userType: "2", ...address, ...people }],
    ["changeRegisteredDetails", "details", details],
    ["changeRegisteredDetails", "details", { userType: "2", ...address }],
  ])("each text of %s body.%s", (name, part, valid) => {
    const { body } = portalEndpoints.find((one) => one.name === name) ?? {};
    if (body === undefined) throw new Error(`No call is named ${name}.`);
    expect(codesOf(body, { [part]: valid })).toEqual([]);
    const texts = Object.keys(valid).filter((key) => /name|city|line/i.test(key));
    expect(texts.length).toBeGreaterThan(2);
    for (const key of texts) {
      expect(codesOf(body, { [part]: { ...valid, [key]: cuneiform } })).toEqual([
        { path: `${part}.${key}`, code: "no_font", letter: "\u{12000}" },
      ]);
    }
  });
});
