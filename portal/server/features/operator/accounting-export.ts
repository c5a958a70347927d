import { csvLines, csvText } from "@sekimori/kit-server/csv";
import { transaction } from "@sekimori/kit-server/database";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { PortalDatabase } from "../../context.ts";
import type { LedgerLine } from "../billing/ledger.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import { type AccountingEvent, accountingEvents, type DocumentEvent } from "./accounting-events.ts";
import { type ActingOperator, type OperatorTables, recordAct } from "./operator-audit.ts";

/** Names of accounts and taxes in the operator's own books, whichever service keeps them. */
const commonNames = {
  receivable: "売掛金",
  revenue: "売上高",
  lateCharge: "雑収入",
  gateway: "未収入金",
  bank: "普通預金",
  fees: "支払手数料",
  disputed: "仮払金",
  loss: "雑損失",
  untaxed: "対象外",
  /** Of the payment company's fees; what it is depends on the company's own invoice. */
  feesTax: "対象外",
} as const;

/** `taxed` is what a service calls the tax of sales: it takes its own name only, to the space. */
export type AccountNames = Readonly<Record<keyof typeof commonNames | "taxed", string>>;

type Row = Readonly<Record<string, string | number>>;

interface Format {
  readonly taxed: string;
  readonly columns: readonly string[];
  readonly rows: (event: AccountingEvent, index: number, names: AccountNames) => readonly Row[];
}

const slashes = (day: CalendarDay) => day.replaceAll("-", "/");
const taxName = (names: AccountNames, percent: number) =>
  names.taxed.replace("10", String(percent));

/** The operator's name of an account of the ledger, and the tax that goes with it. */
function nameOf(
  account: LedgerLine[0],
  names: AccountNames,
): readonly [name: string, tax: string, taxYen: number] {
  if (account === "fees") return [names.fees, names.feesTax, 0];
  if (account === "late-charge") return [names.lateCharge, names.untaxed, 0];
  // What a tax is stands inside of the amounts here, and beside them in the ledger.
  return [account === "tax" ? names.revenue : names[account], names.untaxed, 0];
}

/**
 * freee's import of 取引: an income for each document, whose lines are credits against 売掛金. What
 * else moves is a spending of nothing: its lines are debits, the second a negative one.
 */
const freee: Format = {
  taxed: "課税売上10%",
  columns: [
    ...["収支区分", "管理番号", "発生日", "決済期日", "取引先コード", "取引先", "勘定科目"],
    ...["税区分", "金額", "税計算区分", "税額", "備考", "品目", "部門", "メモタグ", "決済日"],
    ...["決済口座", "決済金額"],
  ],
  rows(event, _, names) {
    const head = (side: "収入" | "支出") => ({ 収支区分: side, 発生日: slashes(event.on) });
    const line = (account: LedgerLine[0], yen: number, text: string): Row => {
      const [name, tax] = nameOf(account, names);
      const taxed = { 税区分: tax, 税計算区分: "内税", 税額: "0" };
      return { 勘定科目: name, 金額: yen, ...taxed, 備考: text };
    };
    type Party = { readonly 管理番号?: string; readonly 取引先?: string };
    const moved = (
      to: LedgerLine[0],
      from: LedgerLine[0],
      yen: number,
      text: string,
      party: Party = {},
    ): Row[] => [{ ...head("支出"), ...party, ...line(to, yen, text) }, line(from, -yen, text)];
    if (event.kind === "moved") return moved(event.debit, event.credit, event.yen, event.source);
    const { kind, dueOn, number, party, amount, taxAmount, lateCharge, taxPercent } = event;
    const named = { 管理番号: number, 取引先: party };
    // What was owed by the member is owed by the payment company from here on.
    if (kind === "paid") return moved("gateway", "receivable", amount, `${number} 入金`, named);
    const isRefund = kind === "refunded";
    const sign = isRefund ? -1 : 1;
    const price: Row = {
      ...line("revenue", sign * amount, isRefund ? `${number} 返金` : number),
      税区分: taxName(names, taxPercent),
      税額: sign * taxAmount,
    };
    const late = line("late-charge", sign * lateCharge, `${number} 遅延損害金`);
    const [first = price, ...more] = [price, late].filter((row) => row.金額 !== 0);
    const document = [{ ...head("収入"), ...named, 決済期日: slashes(dueOn), ...first }, ...more];
    if (!isRefund) return document;
    // The company pays it out: neither is it owed to the member, nor does the company owe it to us.
    const back = moved("receivable", "gateway", amount + lateCharge, `${number} 返金`, named);
    return [...document, ...back];
  },
};

type Side = ReturnType<typeof nameOf>;

function documentEntries(
  { kind, number, amount, taxAmount, lateCharge, taxPercent }: DocumentEvent,
  entry: (debit: Side, credit: Side, yen: number, text: string) => Row,
  side: (account: LedgerLine[0]) => Side,
  names: AccountNames,
): Row[] {
  const sales: Side = [names.revenue, taxName(names, taxPercent), taxAmount];
  const text = kind === "issued" ? number : `${number} ${kind === "paid" ? "入金" : "返金"}`;
  const lateText = `${number} 遅延損害金`;
  const owed = side("receivable");
  const gateway = side("gateway");
  const late = side("late-charge");
  const entries: Readonly<Record<DocumentEvent["kind"], () => Row[]>> = {
    issued: () => [entry(owed, sales, amount, text), entry(owed, late, lateCharge, lateText)],
    paid: () => [entry(gateway, owed, amount, text)],
    refunded: () => [
      entry(sales, gateway, amount, text),
      entry(late, gateway, lateCharge, lateText),
    ],
  };
  return entries[kind]().filter((row) => row["借方金額(円)"] !== 0);
}

/** Money Forward's import of 仕訳帳: a journal entry for each event, debit and credit beside. */
const moneyForward: Format = {
  taxed: "課税売上 10%",
  columns: [
    ...["取引No", "取引日", "借方勘定科目", "借方補助科目", "借方部門", "借方取引先", "借方税区分"],
    ...["借方インボイス", "借方金額(円)", "借方税額", "貸方勘定科目", "貸方補助科目", "貸方部門"],
    ...["貸方取引先", "貸方税区分", "貸方インボイス", "貸方金額(円)", "貸方税額", "摘要"],
    ...["仕訳メモ", "タグ", "MF仕訳タイプ", "決算整理仕訳"],
  ],
  rows(event, index, names) {
    const party = event.kind === "moved" ? "" : event.party;
    const entry = (debit: Side, credit: Side, yen: number, text: string): Row => {
      // What is taken back is the same entry with its sides changed.
      const [left, right] = yen < 0 ? [credit, debit] : [debit, credit];
      return {
        取引No: index + 1,
        取引日: slashes(event.on),
        借方勘定科目: left[0],
        借方取引先: party,
        借方税区分: left[1],
        "借方金額(円)": Math.abs(yen),
        借方税額: Math.abs(left[2]),
        貸方勘定科目: right[0],
        貸方取引先: party,
        貸方税区分: right[1],
        "貸方金額(円)": Math.abs(yen),
        貸方税額: Math.abs(right[2]),
        摘要: text,
      };
    };
    const side = (account: LedgerLine[0]) => nameOf(account, names);
    if (event.kind === "moved") {
      return [entry(side(event.debit), side(event.credit), event.yen, event.source)];
    }
    return documentEntries(event, entry, side, names);
  },
};

export const accountingFormats = { freee, moneyforward: moneyForward } as const;

export type AccountingFormat = keyof typeof accountingFormats;

/** The names that a file of this format has by itself; each can be set. */
export const accountNames = (format: AccountingFormat): AccountNames => ({
  ...commonNames,
  taxed: accountingFormats[format].taxed,
});

/**
 * A month of the books as a file that an accounting service imports: CSV in UTF-8 with a byte
 * order mark, CRLF. Every amount comes from the ledger, so that the file agrees with it.
 *
 * @param month its 1st
 * @param named what the operator calls accounts and taxes otherwise
 */
export async function accountingExport(
  tables: { readonly db: PortalDatabase; readonly sealer: Sealer },
  month: CalendarDay,
  format: AccountingFormat,
  named: Partial<AccountNames> = {},
): Promise<string> {
  const { columns, rows } = accountingFormats[format];
  const names = { ...accountNames(format), ...named };
  const text = [csvText([columns])];
  let index = 0;
  await accountingEvents(tables, month, (portion) => {
    const lines = portion.flatMap((event) => rows(event, index++, names));
    text.push(csvLines(lines.map((row) => columns.map((column) => row[column] ?? ""))));
  });
  return text.join("");
}

/** Writes down that a month left the house: names of members stand in it. */
export async function recordExport(
  tables: OperatorTables,
  acting: ActingOperator,
  exported: { readonly month: string; readonly format: AccountingFormat },
): Promise<void> {
  await transaction(tables.db, (tx) =>
    recordAct(tx, tables, acting, "operator.accounting-exported", exported),
  );
}
