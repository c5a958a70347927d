import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { missingGlyphs } from "@sekimori/kit-server/testing/missing-glyphs";
import { namesByScript } from "@sekimori/kit-server/testing/names-by-script";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoicePdf } from "./invoice-pdf.ts";
import type { InvoiceSnapshot } from "./invoice-snapshot.ts";

// Invoices as programs of others read them: poppler, qpdf, and PDFBox's preflight (ISO 19005-1).

const run = promisify(execFile);
const has = (command: string) => spawnSync("which", [command]).status === 0;

/** Debian's libpdfbox2-java, libactivation-java and libjaxb-api-java. */
const jars = [
  ...["preflight", "pdfbox2", "xmpbox", "fontbox2", "commons-logging", "commons-io"],
  ...["javax.activation", "jaxb-api"],
].map((name) => `/usr/share/java/${name}.jar`);
const hasPreflight = has("java") && jars.every((jar) => existsSync(jar));
for (const [name, isThere] of [
  ["poppler", has("pdftotext")],
  ["qpdf", has("qpdf")],
  ["PDFBox's preflight", hasPreflight],
] as const) {
  process.stdout.write(`invoices read by ${name}: ${isThere ? "yes" : "not there, left out"}\n`);
}

const address = { ja: "東京都千代田区千代田1-1", en: "1-1 Chiyoda, Chiyoda-ku, Tokyo" };
const invoice: InvoiceSnapshot = {
  kind: "invoice",
  number: "SK-00000042",
  issuedOn: "2027-02-01",
  dueOn: "2027-02-01",
  issuer: {
    name: { ja: "関守株式会社", en: "Sekimori Inc." },
    address,
    phone: "03-0000-0000",
    registration: "T7000012050002",
  },
  recipient: { company: "髙橋商店", name: "山本 花子", postalCode: "100-0001", address },
  lines: [
    { kind: "plan", plan: "detailed", from: "2027-02-01", to: "2027-02-28", amount: 11_000 },
    { kind: "late-charge", number: "SK-00000009", principal: 11_000, days: 7, amount: 30 },
  ],
  taxPercent: 10,
  amount: 11_000,
  taxAmount: 1_000,
  lateCharge: 30,
  total: 11_030,
  corrects: null,
};
const creditNote: InvoiceSnapshot = {
  ...invoice,
  kind: "credit-note",
  number: "SK-00000043",
  lines: [{ kind: "refund", reason: "障害のため", amount: 10_000 }],
  amount: 10_000,
  taxAmount: 909,
  lateCharge: 0,
  total: 10_000,
  corrects: "SK-00000042",
};
/** To somebody whose name and address are in letters of several scripts. */
const abroad: InvoiceSnapshot = {
  ...invoice,
  number: "SK-00000044",
  recipient: {
    company: "Łódź 홍길동 ธนาคาร 张伟",
    name: "देवनागरी Київ 🚀 𠮷野家",
    postalCode: "100-0001",
    address: { ja: "თბილისი Ş. Yılmaz", en: "თბილისი Ş. Yılmaz" },
  },
};
const made = {
  proof: { hash: "0123456789abcdef".repeat(4), page: "http://localhost/verify-invoice" },
  payment: { paidOn: "2027-02-01", brand: "visa", last4: "1003" },
} as const;

const documents = (["ja", "en"] as const).flatMap((locale) =>
  [
    { snapshot: invoice, kind: "invoice" },
    { snapshot: creditNote, kind: "credit note" },
    { snapshot: abroad, kind: "invoice in several scripts" },
  ].map((one) => ({ ...one, locale })),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sekimori-invoices-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(documents)("$kind in $locale", ({ locale, snapshot }) => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, `${snapshot.number}-${locale}.pdf`);
    writeFileSync(file, await invoicePdf(snapshot, locale, made));
  });
  const print = async (command: string, ...args: string[]) =>
    (await run(command, [...args, file])).stdout;

  test("is the same to the byte when it is made again", async () => {
    const [one, two] = [
      await invoicePdf(snapshot, locale, made),
      await invoicePdf(snapshot, locale, made),
    ];
    expect(one.equals(two)).toBe(true);
  });

  test.skipIf(!has("pdftotext"))("poppler reads back what the snapshot says", async () => {
    const { stdout } = await run("pdftotext", ["-layout", file, "-"]);
    const text = stdout.replace(/\s+/g, "");
    const yen = (amount: number) =>
      locale === "ja" ? `${amount.toLocaleString("en")}円` : `¥${amount.toLocaleString("en")}`;
    const { number, recipient, issuer, total, taxAmount, corrects } = snapshot;
    for (const part of [
      ...[number, recipient.company, recipient.name, issuer.registration, issuer.name[locale]],
      ...[yen(total), yen(taxAmount), made.proof.hash, corrects],
      ...snapshot.lines.map(({ amount }) => yen(amount)),
    ]) {
      if (part !== null) expect(text).toContain(part.replace(/\s+/g, ""));
    }
    const info = await print("pdfinfo");
    expect(info).toMatch(/^Tagged: +yes$/m);
    expect(info).toMatch(/^Pages: +1$/m);
    expect(info).toMatch(/^Encrypted: +no$/m);
    expect(info).toMatch(new RegExp(`^Title: .*${number}$`, "m"));
    // Name, type (of one or two words), encoding, emb, sub, uni: whoever has no such font reads it.
    const fonts = (await print("pdffonts")).trim().split("\n").slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/ yes +yes +yes +\d+ +\d+$/);
  });

  test.skipIf(!has("qpdf"))("qpdf finds nothing wrong", async () => {
    expect(await print("qpdf", "--check")).toContain("No syntax or stream encoding errors found");
  });

  test.skipIf(!hasPreflight)("preflight finds a valid PDF/A-1b", async () => {
    const main = "org.apache.pdfbox.preflight.Validator_A1b";
    const said = await print("java", "-cp", jars.join(":"), main);
    expect(said).toContain("is a valid PDF/A-1b file");
  });
});

describe("letters of every script", () => {
  test.each(Object.entries(namesByScript))(
    "%s: no crossed box, and read back: %s",
    async (_, name) => {
      const recipient = { ...invoice.recipient, company: name, name };
      for (const locale of ["ja", "en"] as const) {
        const pdf = await invoicePdf({ ...invoice, recipient }, locale, made);
        expect(await missingGlyphs(pdf)).toEqual([]);
        if (!has("pdftotext")) continue;
        const file = join(folder, `name-${locale}.pdf`);
        writeFileSync(file, pdf);
        const { stdout } = await run("pdftotext", [file, "-"]);
        const lines = stdout.replace(/[\u202a-\u202e]/g, "").split("\n");
        expect(lines).toContain(name);
      }
    },
  );
});
