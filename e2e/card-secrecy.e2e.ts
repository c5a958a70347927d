import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { cardDetails, cards, SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

let product: RunningProduct;

beforeAll(async () => {
  // At the most talkative level: whatever could be logged is.
  product = await runProduct({ LOG_LEVEL: "debug" });
});

afterAll(() => product?.stop());

/** Every row of every table, as text, by the table's name. */
async function wholeDatabase(): Promise<ReadonlyMap<string, string>> {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const texts = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select t::text as line from ${name} t`,
      );
      texts.set(name, rows.map(({ line }) => line).join("\n"));
    }
    return texts;
  } finally {
    await client.end();
  }
}

const number = cards.challenge;
const spellings = [
  number,
  number.replace(/(.{4})(?=.)/g, "$1 "),
  number.replace(/(.{4})(?=.)/g, "$1-"),
];

const holdsNumber = (text: string) => spellings.some((spelling) => text.includes(spelling));

describe("nothing typed into a card field", () => {
  test("reaches our server, its logs, the database or the browser's storage", async ({
    visit,
    address,
  }) => {
    const { page, context } = await visit();
    const sent: string[] = [];
    context.on("request", (request) => {
      if (request.url().startsWith(product.portalOrigin)) {
        sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`);
      }
    });
    await page.goto(product.portalOrigin);
    const person = new SignUp(page, new Mailbox(product.sandboxOrigin), "ja", address("secret"));
    await person.toCard("personal", product.portalOrigin);
    await person.submitCard(number);
    await person.answerChallenge();
    await person.at(pagePaths.agreement);

    expect(sent.length).toBeGreaterThan(5);
    const posted = sent.filter((line) => line.includes("sign-up-with-card"));
    expect(posted).toHaveLength(1);
    for (const line of sent) {
      expect(holdsNumber(line), line).toBe(false);
      expect(line).not.toContain(`"${cardDetails.securityCode}"`);
      expect(line).not.toContain(cardDetails.holder);
    }

    const storage = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(holdsNumber(storage)).toBe(false);
    expect(storage).not.toContain(`"${cardDetails.securityCode}"`);
    expect(storage).not.toContain(cardDetails.holder);

    const database = await wholeDatabase();
    expect(database.get("portal.account")).toBeTruthy();
    for (const [table, text] of database) expect(holdsNumber(text), table).toBe(false);

    const logs = product.output();
    expect(logs).toContain("sign-up-with-card");
    expect(holdsNumber(logs)).toBe(false);
    expect(logs).not.toContain(cardDetails.holder);
    expect(logs).not.toContain(person.email);
  });
});
