import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { createPdf } from "./pdf.ts";

async function read(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  const trees: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
    trees.push(JSON.stringify(await page.getStructTree()));
  }
  const { info } = await pdf.getMetadata();
  return {
    pages,
    trees,
    outline: (await pdf.getOutline()).map(({ title }) => title),
    tagged: (await pdf.getMarkInfo())?.Marked,
    info: info as { Title: string; Subject: string; Language: string },
  };
}

function sample() {
  const pdf = createPdf({
    title: "診断レポート",
    author: "試験株式会社",
    subject: "2026-11",
    locale: "ja",
    createdAt: new Date("2026-11-01T00:00:00Z"),
  });
  pdf.heading(1, "診断レポート");
  pdf.paragraph("株式会社サンプル 御中", { quiet: true });
  pdf.heading(2, "検出事項");
  pdf.table(
    [
      { header: "ドメイン", share: 3 },
      { header: "内容", share: 5 },
      { header: "件数", align: "right" },
    ],
    Array.from({ length: 80 }, (_, n) => [`www${n}.example.jp`, "証明書の期限切れ", String(n)]),
  );
  pdf.heading(2, "推移");
  pdf.figure("三か月の評価の推移。DからBに上がりました。", 120, (canvas, top) => {
    canvas.rect(62, top, 200, 100).fill("#27346b");
  });
  pdf.paragraph("以上");
  return pdf.finish();
}

test("Japanese text can be searched, headings make the outline, everything is tagged", async () => {
  const { pages, trees, outline, tagged, info } = await read(await sample());
  expect(info).toMatchObject({ Title: "診断レポート", Subject: "2026-11", Language: "ja" });
  expect(tagged).toBe(true);
  expect(outline).toEqual(["検出事項", "推移"]);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.join("")).toContain("www79.example.jp");
  expect(pages.join("")).toContain("株式会社サンプル 御中");
  const tree = trees.join("");
  for (const role of ["H1", "H2", "P", "Table", "TR", "TH", "TD", "Figure"]) {
    expect(tree).toContain(`"role":"${role}"`);
  }
  expect(tree).toContain("三か月の評価の推移");
});

test("a table's head stands on every page and is read once", async () => {
  const { pages, trees } = await read(await sample());
  const withRows = pages.filter((page) => page.includes(".example.jp"));
  expect(withRows.length).toBeGreaterThan(1);
  for (const page of withRows) expect(page).toContain("ドメイン");
  const spoken = /"role":"TH","children":\[\{"type":"content"/g;
  expect(trees.join("").match(spoken)).toHaveLength(3);
  expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
});

test("the same content is the same file", async () => {
  const strip = (bytes: Buffer) => bytes.toString("latin1").replace(/\/ID \[.*?\]/s, "");
  expect(strip(await sample())).toBe(strip(await sample()));
});

test("columns stand side by side, are read one after the other, and what follows is below both", async () => {
  const pdf = createPdf({
    title: "Columns",
    author: "Example Ltd",
    locale: "en",
    createdAt: new Date("2026-11-01T00:00:00Z"),
  });
  pdf.columns(
    () => {
      pdf.paragraph("left first");
      pdf.paragraph("left second");
    },
    () => pdf.paragraph("right", { align: "right", strong: true }),
  );
  pdf.paragraph("below");
  const bytes = await pdf.finish();
  const page = await (
    await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  ).getPage(1);
  const { items } = await page.getTextContent();
  const lines = items.flatMap((item) =>
    "str" in item && item.str.trim() !== ""
      ? [{ text: item.str, left: item.transform[4], bottom: item.transform[5], end: item.width }]
      : [],
  );
  const [first, second, right, below] = lines;
  expect(lines.slice(0, 4).map(({ text }) => text)).toEqual([
    "left first",
    "left second",
    "right",
    "below",
  ]);
  expect(right?.bottom).toBeCloseTo(first?.bottom, 0);
  expect((right?.left ?? 0) + (right?.end ?? 0)).toBeCloseTo(62 + pdf.width, 0);
  expect(below?.left).toBe(first?.left);
  expect(below?.bottom).toBeLessThan(second?.bottom);
});
