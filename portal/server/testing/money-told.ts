/** How the subjects of mails about money are known, by what they tell. */
export const moneySubjects = {
  ja: {
    first: /初回のご請求があります/,
    paid: /お支払いを確認しました/,
    failed: /決済ができませんでした/,
    price: /への変更：/,
    cancelled: /解約を受け付けました/,
    undone: /取り消しました/,
    ended: /が終了しました/,
  },
  en: {
    first: /first charge/,
    paid: /payment of ¥[\d,]+ was received/,
    failed: /payment failed/,
    price: /Your plan will cost/,
    cancelled: /cancellation is confirmed/,
    undone: /undone your cancellation/,
    ended: /plan has ended/,
  },
} as const;

/** The rows of an accounting file, cells by their column's name. */
export function accountingRows(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = "", ...lines] = csv
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((cell, index) => [names[index] ?? "", cell])),
  );
}

type Sums = Record<string, number>;

const add = (sums: Sums, account: string, yen: number) => {
  sums[account] = (sums[account] ?? 0) + yen;
};

/**
 * What each account comes to when freee has imported a file, in yen, debits positive: an income's
 * lines are credits against 売掛金, a spending's are debits against 買掛金.
 */
export function freeeAccounts(csv: string): Sums {
  const sums: Sums = {};
  let side = 1;
  for (const row of accountingRows(csv)) {
    // A row without one goes on with the former's transaction.
    if (row.収支区分) side = row.収支区分 === "収入" ? -1 : 1;
    const yen = side * Number(row.金額);
    add(sums, row.勘定科目 ?? "", yen);
    add(sums, side < 0 ? "売掛金" : "買掛金", -yen);
  }
  return sums;
}

/** The same of Money Forward's journal. */
export function moneyForwardAccounts(csv: string): Sums {
  const sums: Sums = {};
  for (const row of accountingRows(csv)) {
    add(sums, row.借方勘定科目 ?? "", Number(row["借方金額(円)"]));
    add(sums, row.貸方勘定科目 ?? "", -Number(row["貸方金額(円)"]));
  }
  return sums;
}

/** The accounts of the files by those of the ledger, whose tax the files have in their revenue. */
const filed: Readonly<Record<string, string>> = {
  receivable: "売掛金",
  revenue: "売上高",
  tax: "売上高",
  "late-charge": "雑収入",
  gateway: "未収入金",
  bank: "普通預金",
  fees: "支払手数料",
  disputed: "仮払金",
  loss: "雑損失",
};

/** What an accounting file has to come to, by the sums of the ledger. */
export function filedAccounts(ledger: Readonly<Record<string, number>>): Sums {
  const sums: Sums = {};
  for (const [account, yen] of Object.entries(ledger)) add(sums, filed[account] ?? account, yen);
  return sums;
}

/** Sums without those of nothing, so that they can be compared. */
export const withoutZeros = (sums: Sums): Sums =>
  Object.fromEntries(Object.entries(sums).filter(([, yen]) => yen !== 0));

/** What was sold, charged for delay, is owed by members, and was taken by whatever has it by now. */
export const salesOf = (sums: Sums) => ({
  sales: -(sums.売上高 ?? 0),
  late: -(sums.雑収入 ?? 0),
  owed: sums.売掛金 ?? 0,
  taken: (sums.未収入金 ?? 0) + (sums.普通預金 ?? 0) + (sums.支払手数料 ?? 0),
});

/** Two lists of sums as one. */
export function added(one: Readonly<Sums>, other: Readonly<Sums>): Sums {
  const sums = { ...one };
  for (const [account, yen] of Object.entries(other)) add(sums, account, yen);
  return sums;
}
