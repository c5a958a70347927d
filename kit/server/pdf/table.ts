import { ink, type PdfCanvas } from "./canvas.ts";

export interface TableColumn {
  readonly header: string;
  /** How much of the table's width, in relation to the other columns; 1 unless given. */
  readonly share?: number;
  /** Numbers and amounts stand to the right. */
  readonly align?: "left" | "right";
}

interface TableContent {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** The row that all others lead to, from 0. */
  readonly strong?: number | undefined;
  /** Points between the margins. */
  readonly width: number;
  /** Where the page's last line may end. */
  readonly foot: () => number;
}

const size = 8.5;
const padding = { x: 6, y: 4 };
const line = "#d8d8db";
const headFill = "#f1f1f4";

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly align: "left" | "right";
}

/** Writes a table, row by row, with its head on every page; a row is never divided. */
export function writeTable(canvas: PdfCanvas, content: TableContent): void {
  const { columns, rows, width, foot, strong } = content;
  const shares = columns.map(({ share = 1 }) => share);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const { left } = canvas.page.margins;

  const cellsOf = (texts: readonly string[]): Cell[] => {
    let x = left;
    return columns.map(({ align = "left" }, index) => {
      const cell = {
        text: texts[index] ?? "",
        x: x + padding.x,
        width: (width * (shares[index] ?? 1)) / whole - 2 * padding.x,
        align,
      };
      x += cell.width + 2 * padding.x;
      return cell;
    });
  };

  const prepare = (isStrong: boolean) =>
    canvas
      .font(isStrong ? "bold" : "regular")
      .fontSize(size)
      .fillColor(ink);

  const heightOf = (cells: readonly Cell[], isStrong: boolean): number => {
    prepare(isStrong);
    const heights = cells.map(({ text, width: room }) =>
      canvas.heightOfString(text === "" ? " " : text, { width: room, lineGap: 2 }),
    );
    return Math.max(...heights) + 2 * padding.y;
  };

  const writeCell = ({ text, x, width: room, align }: Cell, top: number) =>
    canvas.text(text, x, top + padding.y, { width: room, align, lineGap: 2 });

  const decorate = (top: number, height: number, isHead: boolean) => {
    canvas.markContent("Artifact", { type: "Layout" });
    if (isHead) canvas.rect(left, top, width, height).fill(headFill);
    canvas
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(0.5)
      .stroke(line);
    canvas.endMarkedContent();
  };

  const table = canvas.struct("Table");
  canvas.addStructure(table);
  const headCells = cellsOf(columns.map(({ header }) => header));
  const headHeight = heightOf(headCells, true);

  /** @param isRepeated a head that was read before is decoration. */
  const writeHead = (isRepeated: boolean) => {
    const top = canvas.y;
    decorate(top, headHeight, true);
    if (isRepeated) {
      canvas.markContent("Artifact", { type: "Pagination" });
      prepare(true);
      for (const cell of headCells) writeCell(cell, top);
      canvas.endMarkedContent();
    } else {
      writeRow(headCells, top, "TH", true);
    }
    canvas.y = top + headHeight;
  };

  const writeRow = (cells: readonly Cell[], top: number, tag: "TH" | "TD", isStrong: boolean) => {
    const row = canvas.struct("TR");
    table.add(row);
    for (const cell of cells) {
      row.add(
        canvas.struct(tag, {}, () => {
          prepare(isStrong);
          writeCell(cell, top);
        }),
      );
    }
    row.end();
  };

  if (canvas.y > foot() - headHeight * 3) canvas.addPage();
  writeHead(false);
  for (const [index, texts] of rows.entries()) {
    const isStrong = index === strong;
    const cells = cellsOf(texts);
    const height = heightOf(cells, isStrong);
    if (canvas.y + height > foot()) {
      canvas.addPage();
      writeHead(true);
    }
    const top = canvas.y;
    decorate(top, height, false);
    writeRow(cells, top, "TD", isStrong);
    canvas.y = top + height;
  }
  table.end();
  canvas.x = left;
  canvas.y += 10;
}
