import {
  constants,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
} from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOperator, type Operator } from "../../operator.ts";
import { type AskedApplication, startAskedApplication } from "../../testing/asked-application.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { newRelyingParty } from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { openSealedCopy } from "../data-export/sealed-copy.ts";
import { DryRun, OperatorRefused } from "../operator/operator-audit.ts";

let portal: TestPortal;
let operator: Operator;
let application: AskedApplication;
beforeAll(async () => {
  application = await startAskedApplication();
  portal = await startTestPortal({}, { outbound: application.outbound });
  operator = createOperator(portal, "Sato");
  await newRelyingParty(portal, {
    name: "Karte",
    isFirstParty: true,
    personalDataUri: `${application.origin}/own`,
  });
});
afterAll(async () => {
  await portal?.close();
  application?.close();
});
beforeEach(() => {
  application.answers.clear();
});

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pemOf = (key: typeof rsa.publicKey) => key.export({ type: "spki", format: "pem" }).toString();

const wish = (recipient = pemOf(rsa.publicKey)) => ({
  reason: "ticket 12",
  recipient,
  incomplete: false,
});

function answers(): void {
  const name = { ja: "追加したドメイン", en: "Domains you added" };
  application.answers.set("/own", (account) => ({
    body: {
      version: 1,
      account,
      parts: [{ id: "domain", place: null, name, rows: [{ name: "mine.example.jp" }] }],
    },
  }));
}

async function member() {
  const { email } = await newMember(portal, portal.browser());
  return { email, id: await accountIdOf(portal, email) };
}

async function copiesOf(id: string) {
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'operator.account-copied'",
    [id],
  );
  return rows;
}

/** A compact JWE, opened by RFC 7516 and 7518 and by nothing of ours. */
function opened(sealed: string): { json: string; html: { ja: string; en: string } } {
  const [head = "", wrapped = "", iv = "", text = "", tag = ""] = sealed.split(".");
  const bytes = (part: string) => Buffer.from(part, "base64url");
  expect(JSON.parse(bytes(head).toString())).toEqual({
    alg: "RSA-OAEP-256",
    enc: "A256GCM",
    cty: "json",
  });
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const key = privateDecrypt({ key: rsa.privateKey, padding, oaepHash: "sha256" }, bytes(wrapped));
  const decipher = createDecipheriv("aes-256-gcm", key, bytes(iv));
  decipher.setAAD(Buffer.from(head)).setAuthTag(bytes(tag));
  return JSON.parse(Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString());
}

test("the recipient alone reads what the portal and the application hold, and it is written down", async () => {
  answers();
  const { email, id } = await member();
  const { sealed, recipient, missing } = await operator.copyAccount(id, wish());
  expect(sealed).not.toContain(email);
  const { json, html } = opened(sealed);
  const copy = JSON.parse(json);
  expect(copy.account).toEqual([expect.objectContaining({ email })]);
  expect(copy.applications).toEqual([
    { name: "Karte", parts: [expect.objectContaining({ rows: [{ name: "mine.example.jp" }] })] },
  ]);
  for (const page of [html.ja, html.en]) expect(page).toContain(email);
  const der = rsa.publicKey.export({ type: "spki", format: "der" });
  expect([recipient, missing]).toEqual([createHash("sha256").update(der).digest("hex"), []]);
  expect(await copiesOf(id)).toEqual([
    { detail: { operator: "Sato", reason: "ticket 12", recipient, missing: 0 } },
  ]);
});

test("a key of a curve opens its copy, and another key does not", async () => {
  answers();
  const { id } = await member();
  const pairs = [
    generateKeyPairSync("x25519"),
    ...["P-256", "P-384", "P-521"].map((namedCurve) => generateKeyPairSync("ec", { namedCurve })),
  ];
  for (const { publicKey, privateKey } of pairs) {
    const { sealed } = await operator.copyAccount(id, wish(pemOf(publicKey)));
    expect(JSON.parse((await openSealedCopy(sealed, privateKey))?.json ?? "{}")).toHaveProperty(
      "account",
    );
    expect(await openSealedCopy(sealed, rsa.privateKey)).toBeUndefined();
  }
});

test("an application that does not answer has it refused, unless it is wanted without", async () => {
  application.answers.set("/own", () => ({ status: 500 }));
  const { id } = await member();
  await expect(operator.copyAccount(id, wish())).rejects.toThrow(
    "Karte did not answer. Try again, or take the copy without with --incomplete.",
  );
  expect(await copiesOf(id)).toEqual([]);
  const { sealed, missing } = await operator.copyAccount(id, { ...wish(), incomplete: true });
  expect(missing).toEqual(["Karte"]);
  expect(JSON.parse(opened(sealed).json).missing).toEqual(["Karte"]);
  expect(await copiesOf(id)).toEqual([{ detail: expect.objectContaining({ missing: 1 }) }]);
});

const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
const signing = generateKeyPairSync("ed25519");

test.each([
  ["no key", "hello", /no public key and no certificate/],
  [
    "a private key",
    rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    /private key: give its public half/,
  ],
  ["a small key", pemOf(small.publicKey), /at least 2048 bits/],
  ["a key that only signs", pemOf(signing.publicKey), /at least 2048 bits/],
])("%s is refused, and nothing is written down", async (_, recipient, sentence) => {
  answers();
  const { id } = await member();
  const refused = operator.copyAccount(id, wish(recipient));
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.toBeInstanceOf(OperatorRefused);
  expect(await copiesOf(id)).toEqual([]);
});

test("it is tried first, and refused without a reason or a member", async () => {
  answers();
  const { id } = await member();
  await expect(createOperator(portal, "Sato", true).copyAccount(id, wish())).rejects.toBeInstanceOf(
    DryRun,
  );
  await expect(operator.copyAccount(id, { ...wish(), reason: " " })).rejects.toThrow(
    /^A reason is one line/,
  );
  await expect(
    operator.copyAccount("123e4567-e89b-42d3-a456-426614174000", wish()),
  ).rejects.toThrow("No such account, or it is closed.");
  expect(await copiesOf(id)).toEqual([]);
});
