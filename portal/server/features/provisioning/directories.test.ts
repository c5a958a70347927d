// What Okta and Microsoft Entra ID send, as their documents have it, and what stands afterwards.

import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CompanyWithDirectory,
  groupSchema,
  patchOf,
  userSchema,
  withDirectory,
} from "../../testing/directory.ts";
import { WrittenRecords } from "../../testing/organisations.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

const records = new WrittenRecords();
let portal: TestPortal;
let company: CompanyWithDirectory;
beforeAll(async () => {
  portal = await startTestPortal(
    { LIMIT_FACTOR: "1000" },
    { scheduled: false, textRecords: records },
  );
  company = await withDirectory(portal, records);
});
afterAll(() => portal.close());

let serial = 0;

/** As Okta makes somebody: with attributes that are not kept, and a password. */
const byOkta = (email: string) => ({
  schemas: [userSchema, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  userName: email,
  name: { givenName: "Aoi", familyName: "Mori" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Aoi Mori",
  locale: "ja-JP",
  externalId: `00u${++serial}`,
  groups: [],
  password: "1mz050nq",
  active: true,
});

/** As Entra ID makes somebody. */
const byEntra = (email: string) => ({
  schemas: [userSchema, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  externalId: `mori${++serial}`,
  userName: email,
  active: true,
  emails: [{ primary: true, type: "work", value: email }],
  meta: { resourceType: "User" },
  name: { formatted: "Aoi Mori", familyName: "Mori", givenName: "Aoi" },
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Sales" },
});

const withoutActive = (email: string) => {
  const { active: _, ...rest } = byOkta(email);
  return rest;
};

type Case = readonly [
  what: string,
  make: (email: string) => object,
  method: "PATCH" | "PUT",
  body: (email: string) => object,
  after: object,
];

test.each<Case>([
  [
    "Okta switches off without a path",
    byOkta,
    "PATCH",
    () => patchOf({ op: "replace", value: { active: false } }),
    { active: false, displayName: "Aoi Mori" },
  ],
  ["Okta replaces without active", byOkta, "PUT", withoutActive, { active: true }],
  [
    "Okta replaces with active false",
    byOkta,
    "PUT",
    (email) => ({ ...byOkta(email), active: false }),
    { active: false },
  ],
  [
    "Entra ID switches off in a word",
    byEntra,
    "PATCH",
    () => patchOf({ op: "Replace", path: "active", value: "False" }),
    { active: false },
  ],
  [
    "Entra ID switches off without a path (aadOptscim062020)",
    byEntra,
    "PATCH",
    () => patchOf({ op: "replace", value: { active: false } }),
    { active: false },
  ],
  [
    "Entra ID changes a name by dotted names (aadOptscim062020)",
    byEntra,
    "PATCH",
    () =>
      patchOf({
        op: "replace",
        value: { displayName: "Bjfe", "name.givenName": "Kkom", "name.familyName": "Unua" },
      }),
    {
      displayName: "Bjfe",
      name: { formatted: "Aoi Mori", givenName: "Kkom", familyName: "Unua" },
    },
  ],
  [
    "Entra ID changes several attributes",
    byEntra,
    "PATCH",
    (email) =>
      patchOf(
        { op: "Replace", path: 'emails[type eq "work"].value', value: `new-${email}` },
        { op: "Replace", path: "name.familyName", value: "Wisoky" },
      ),
    { name: { formatted: "Aoi Mori", givenName: "Aoi", familyName: "Wisoky" } },
  ],
  [
    "Entra ID adds an address of another kind",
    byEntra,
    "PATCH",
    () => patchOf({ op: "Add", path: 'emails[type eq "other"].value', value: "aoi@home.example" }),
    {
      emails: [
        { type: "work", primary: true },
        { type: "other", value: "aoi@home.example" },
      ],
    },
  ],
  [
    "Entra ID changes the name it knows the person by",
    byEntra,
    "PATCH",
    (email) => patchOf({ op: "Replace", path: "userName", value: `renamed-${email}` }),
    { userName: expect.stringMatching(/^renamed-/) },
  ],
  [
    "a schema stands before the name",
    byEntra,
    "PATCH",
    () => patchOf({ op: "add", path: `${userSchema}:name.givenName`, value: "Midori" }),
    { name: { givenName: "Midori" } },
  ],
  [
    "a name is taken away",
    byOkta,
    "PATCH",
    () => patchOf({ op: "Remove", path: "displayName" }),
    { name: { givenName: "Aoi" } },
  ],
])("%s", async (what, make, method, body, after) => {
  const { directory, domain } = company;
  const email = `d${++serial}@${domain}`;
  const made = await directory("POST", "/Users", make(email));
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toMatch(/1mz050nq|Sales/);
  const { id } = made.body;
  const sent = body(email);
  const answer = await directory(method, `/Users/${id}`, {
    ...sent,
    ...(method === "PUT" && { externalId: made.body.externalId }),
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject(after);
  expect((await directory("GET", `/Users/${id}`)).body).toMatchObject(after);
  if (what === "a name is taken away") expect(answer.body.displayName).toBeUndefined();
});

test("Okta and Entra ID look before they make somebody, and test the connection so", async () => {
  const { directory } = company;
  const nobody = [
    `/Users?filter=${encodeURIComponent('userName eq "test.user@okta.local"')}&startIndex=1&count=100`,
    `/Users?filter=${encodeURIComponent('userName eq "7ad9e7c2-0a5c-4d45-9ad8-1ee2b2f2d40a"')}`,
    `/Users?filter=${encodeURIComponent('externalId eq "nobody"')}`,
    `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "nothing"')}`,
  ];
  for (const path of nobody) {
    expect(await directory("GET", path)).toMatchObject({
      status: 200,
      body: { totalResults: 0, Resources: [] },
    });
  }
});

test("groups, as both change them", async () => {
  const { directory, domain } = company;
  const people = await Promise.all(
    [1, 2, 3].map(async () => {
      const made = await directory("POST", "/Users", byOkta(`g${++serial}@${domain}`));
      return String(made.body.id);
    }),
  );
  const [a = "", b = "", c = ""] = people;
  const made = await directory("POST", "/Groups", {
    schemas: [
      groupSchema,
      "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
    ],
    displayName: "営業部",
    externalId: "8aa1a0c0",
    members: [],
    meta: { resourceType: "Group" },
  });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const path = `/Groups/${id}`;
  const after = async (...operations: object[]) => {
    const answer = await directory("PATCH", path, patchOf(...operations));
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    const { body } = await directory("GET", path);
    const members = (body.members ?? []).map(({ value }: { value: string }) => value);
    return { name: body.displayName, members: members.sort() };
  };
  const is = (name: string, ...members: string[]) => ({ name, members: members.sort() });
  // Entra ID adds one, then several; Okta adds one that is there.
  expect(await after({ op: "Add", path: "members", value: [{ $ref: null, value: a }] })).toEqual(
    is("営業部", a),
  );
  expect(
    await after({ op: "add", path: "members", value: [{ value: b }, { value: c, display: "x" }] }),
  ).toEqual(is("営業部", a, b, c));
  expect(await after({ op: "add", path: "members", value: [{ value: a }] })).toEqual(
    is("営業部", a, b, c),
  );
  // Entra ID removes by a list in the value; the RFC and Okta by a filter.
  expect(await after({ op: "Remove", path: "members", value: [{ value: b }] })).toEqual(
    is("営業部", a, c),
  );
  expect(await after({ op: "remove", path: `members[value eq "${c}"]` })).toEqual(is("営業部", a));
  // Okta renames with the identifier in the value, and replaces everybody.
  expect(await after({ op: "replace", value: { id, displayName: "Sales" } })).toEqual(
    is("Sales", a),
  );
  expect(await after({ op: "replace", path: "members", value: [{ value: b }] })).toEqual(
    is("Sales", b),
  );
  expect(await after({ op: "replace", path: "members", value: [] })).toEqual(is("Sales"));
  expect(await after({ op: "add", value: { members: [{ value: c }] } })).toEqual(is("Sales", c));
  expect(await after({ op: "remove", path: "members" })).toEqual(is("Sales"));
  const put = await directory("PUT", path, {
    schemas: [groupSchema],
    id,
    displayName: "Sales",
    members: [{ value: a, display: "Aoi Mori" }],
  });
  expect(put.body.members).toMatchObject([{ value: a, type: "User" }]);
});
