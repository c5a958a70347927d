import { formatMonth } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import {
  type AccountingFormat,
  accountingExport,
  accountNames,
  announcePrice,
  askBilling,
  askComparison,
  askRefund,
  type BillingMonth,
  billingMonth,
  closeMonth,
  findDeletions,
  giveUpInvoice,
  listNotices,
  listPrices,
  OperatorRefused,
  parkContract,
  publishNotice,
  recordExport,
  releaseContract,
  retryCharge,
  voidInvoice,
  withdrawNotice,
} from "@sekimori/portal-server/operator-money";
import { type Acting, acted } from "../processes/operator-acting.ts";
import { fail, type Shared, say } from "../processes/operator-answers.ts";
import {
  type OperatorTables,
  withOperatorDatabase,
  withOperatorTables,
} from "../processes/operator-database.ts";

const yen = (amount: number) => formatYen(amount, "en");

/** An act that needs the database and no keys. */
function act(
  options: Acting,
  work: (
    tables: OperatorTables,
    by: { operator: string; dryRun: boolean },
  ) => Promise<{ facts: unknown; text: string }>,
): Promise<void> {
  const { operator, dryRun } = options;
  return acted(options, () =>
    withOperatorTables(options.data, (tables) => work(tables, { operator, dryRun })),
  );
}

const columnNames = ["issued", "paid", "failed", "refunded"] as const;

function monthText({ month, days, total, states, ...rest }: BillingMonth): string {
  const line = (name: string, row: BillingMonth["total"]) =>
    [
      name.padEnd(12),
      ...columnNames.map((column) => {
        const { count, yen: sum } = row[column];
        return `${count} / ${yen(sum)}`.padStart(20);
      }),
    ].join("");
  return [
    `${formatMonth(month, "en")}, number / amount`,
    ["".padEnd(12), ...columnNames.map((name) => name.padStart(20))].join(""),
    ...days.map((row) => line(row.day, row)),
    line("total", total),
    ...Object.entries(states).map(
      ([state, { count, yen: sum }]) =>
        `${state}: ${count} ${count === 1 ? "invoice" : "invoices"}, ${yen(sum)}`,
    ),
    `Charges without an answer: ${rest.unanswered.count}, ${yen(rest.unanswered.yen)}`,
    `Open refunds: ${rest.openRefunds.count}, ${yen(rest.openRefunds.yen)}`,
    ...rest.unknownRefunds.map(
      ({ invoice, refund: id, amount, sentAt, isReleased }) =>
        `  ${yen(amount)} of ${invoice}, refund ${id}: unknown since ${sentAt}${isReleased ? ", released" : ""}`,
    ),
    ...(rest.parked.length === 0 ? ["No contract is parked."] : ["Parked contracts:"]),
    ...rest.parked.map(
      ({ contract, reason, detail, since }) => `  ${contract}  ${reason}: ${detail} (${since})`,
    ),
    `Days held against the payment company's ledger: ${rest.reconciledDays}`,
    ...(rest.differences.length === 0 ? ["Nothing differs."] : ["What differs, and who must act:"]),
    ...rest.differences.map(
      ({ day, kind, source, ours, theirs, actor }) =>
        `  ${day}  ${kind} ${source}: ours ${yen(ours)}, theirs ${yen(theirs)}: ${actor}`,
    ),
    rest.closed ? `Closed at ${rest.closed.at} by ${rest.closed.by}.` : "Open.",
  ].join("\n");
}

/** `sekimori operator billing month` */
export async function showMonth(month: string, options: Shared): Promise<void> {
  const facts = await withOperatorTables(options.data, (tables) => billingMonth(tables, month));
  say(options, facts, monthText(facts));
}

/** `sekimori operator billing run` */
export function runDay(day: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    await askBilling(tables, by, day);
    return { facts: { day }, text: `A worker bills ${day} now.` };
  });
}

/** `sekimori operator billing compare` */
export function compare(day: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    await askComparison(tables, by, day);
    return {
      facts: { day },
      text: `A worker compares ${day} now; \`billing month ${day.slice(0, 7)}\` shows what differs.`,
    };
  });
}

/** `sekimori operator billing refund` */
export function refund(
  number: string,
  options: Acting & { readonly amount?: number; readonly reason: string },
): Promise<void> {
  const { amount, reason } = options;
  return act(options, async (tables, by) => {
    const asked = { number, reason, ...(amount === undefined ? {} : { amount }) };
    const facts = await askRefund(tables, by, asked);
    return {
      facts,
      text: `${yen(facts.amount)} of ${facts.invoice} are given back within a minute.`,
    };
  });
}

/** `sekimori operator billing retry` */
export function retry(number: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    const facts = await retryCharge(tables, by, number);
    return { facts, text: `${yen(facts.amount)} of ${number} are charged now.` };
  });
}

/** `sekimori operator billing give-up` */
export function giveUp(number: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    const facts = await giveUpInvoice(tables, by, number);
    return { facts, text: `${number} is uncollectible; it can still be paid.` };
  });
}

/** `sekimori operator billing void` */
export function makeVoid(
  number: string,
  options: Acting & { readonly reason: string },
): Promise<void> {
  return act(options, async (tables, by) => {
    const facts = await voidInvoice(tables, by, { number, reason: options.reason });
    return {
      facts,
      text: `${facts.invoice} is void: ${yen(facts.amount)} of it are owed no more.`,
    };
  });
}

/** `sekimori operator billing park` */
export function parkOne(
  contract: string,
  options: Acting & { readonly reason: string },
): Promise<void> {
  return act(options, async (tables, by) => {
    await parkContract(tables, by, { contract, reason: options.reason });
    return { facts: { contract }, text: `The run leaves ${contract} alone.` };
  });
}

/** What follows from a release, by what the contract was parked for. */
const afterRelease: Readonly<Record<string, string>> = {
  "missed-months": "Its missed months are billed in order, one a day.",
  "unknown-refund":
    "The company is asked once more, and a refund that it does not know is given up within a minute; ask for it again then.",
};

/** `sekimori operator billing release` */
export function releaseOne(contract: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    const { reason } = await releaseContract(tables, by, contract);
    const after = afterRelease[reason] ?? "";
    return { facts: { contract, reason }, text: `${contract} is released. ${after}`.trim() };
  });
}

/** `sekimori operator billing close` */
export function closeOne(
  month: string,
  options: Acting & { readonly despite?: string },
): Promise<void> {
  const { despite } = options;
  return act(options, async (tables, by) => {
    const asked = { month, ...(despite === undefined ? {} : { despite }) };
    const facts = await closeMonth(tables, by, asked);
    const balances = Object.entries(facts.balances).map(
      ([account, sum]) => `  ${account.padEnd(12)}${yen(sum).padStart(16)}`,
    );
    const text = [
      `${facts.month} is closed with ${facts.postings} postings. Yen at its end:`,
      ...balances,
    ];
    return { facts, text: text.join("\n") };
  });
}

interface ExportOptions extends Acting {
  readonly format: AccountingFormat;
  readonly account?: readonly string[];
}

/** `sekimori operator billing export`: the file goes to standard output. */
export async function exportMonth(month: string, options: ExportOptions): Promise<void> {
  const { format, account = [], operator, dryRun } = options;
  const named = Object.fromEntries(account.map((text) => text.split("=", 2)));
  const known = Object.keys(accountNames(format));
  const unknown = Object.keys(named).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return fail(`No account is called ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  }
  return acted(options, () =>
    withOperatorDatabase(async (books) => {
      const file = await accountingExport(books, month, format, named);
      const exported = { month: month.slice(0, 7), format };
      await recordExport(books, { operator, dryRun }, exported);
      // Whoever prints it ends the last line.
      return { facts: { ...exported, file }, text: file.replace(/\n$/, "") };
    }),
  );
}

/** `sekimori operator accounts deletions` */
export async function showDeletions(account: string | undefined, options: Shared): Promise<void> {
  const facts = await withOperatorTables(options.data, (tables) => findDeletions(tables, account));
  const rows = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([table, count]) => `${table} ${count}`)
      .join(", ") || "nothing";
  const lines = facts.flatMap(({ account: id, reason, deletedAt, removed, kept }) => [
    `${id}  ${reason}, deleted at ${deletedAt.toISOString()}`,
    `  removed: ${rows(removed)}`,
    `  kept: ${rows(kept)}`,
  ]);
  say(options, facts, lines.join("\n") || "Nothing was deleted.");
}

interface PriceOptions extends Acting {
  readonly from: string;
  readonly price: number;
  readonly taxPercent: number;
}

/** `sekimori operator prices announce` */
export function announce(options: PriceOptions): Promise<void> {
  const { from: effectiveOn, price: monthlyPrice, taxPercent } = options;
  return act(options, async (tables, by) => {
    const facts = { effectiveOn, monthlyPrice, taxPercent };
    await announcePrice(tables, by, facts);
    return {
      facts,
      text: `From ${effectiveOn} on the detailed plan costs ${yen(monthlyPrice)}. Its members are mailed at 9:00 and asked to agree.`,
    };
  });
}

/** `sekimori operator prices list` */
export async function showPrices(options: Shared): Promise<void> {
  const facts = await withOperatorTables(options.data, listPrices);
  const lines = facts.map(
    ({ effectiveOn, monthlyPrice, taxPercent, accepted, refused }) =>
      `${effectiveOn}  ${yen(monthlyPrice)} (${taxPercent} % tax)  agreed: ${accepted}, refused: ${refused}`,
  );
  say(options, facts, lines.join("\n") || "No price was announced.");
}

interface NoticeOptions extends Acting {
  readonly titleJa: string;
  readonly titleEn: string;
  readonly bodyJa: string;
  readonly bodyEn: string;
  readonly audience: "all" | "detailed" | "free" | "security24";
  readonly from?: Date;
  readonly until?: Date;
}

/** `sekimori operator notices publish` */
export function publish(options: NoticeOptions): Promise<void> {
  const { from, until, audience } = options;
  return act(options, async (tables, by) => {
    const id = await publishNotice(tables, by, {
      title: { ja: options.titleJa, en: options.titleEn },
      body: { ja: options.bodyJa, en: options.bodyEn },
      audience,
      ...(from === undefined ? {} : { publishedAt: from }),
      ...(until === undefined ? {} : { shownUntil: until }),
    });
    return { facts: { id }, text: `Published as ${id}.` };
  });
}

/** `sekimori operator notices list` */
export async function showNotices(options: Shared): Promise<void> {
  const facts = await withOperatorTables(options.data, listNotices);
  const lines = facts.map(
    ({ id, audience, title_en: title, published_at: from, shown_until: until }) =>
      `${id}  ${from.toISOString()} – ${until?.toISOString() ?? ""}  ${audience}: ${title}`,
  );
  say(options, facts, lines.join("\n") || "There are no notices.");
}

/** `sekimori operator notices withdraw` */
export function takeBack(id: string, options: Acting): Promise<void> {
  return act(options, async (tables, by) => {
    if (!(await withdrawNotice(tables, by, id))) throw new OperatorRefused("No such notice.");
    return { facts: { id }, text: "Withdrawn." };
  });
}
