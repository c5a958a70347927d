// What members owe and what the books must say, told from outside: from what members and
// operators did and what the payment company answered. It shares no code with the product.

type Day = string;
const iso = (...[year, month, date]: number[]): Day =>
  new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, date)).toISOString().slice(0, 10);
const parts = (day: Day) => day.split("-").map(Number) as [number, number, number];
const nextFirst = (day: Day): Day => iso(parts(day)[0], parts(day)[1] + 1, 1);
const monthEnd = (day: Day): Day => iso(parts(day)[0], parts(day)[1] + 1, 0);
const dayBefore = (day: Day): Day => iso(parts(day)[0], parts(day)[1], parts(day)[2] - 1);
const aMonthLater = (day: Day): Day =>
  iso(
    parts(day)[0],
    parts(day)[1] + 1,
    Math.min(parts(day)[2], parts(monthEnd(nextFirst(day)))[2]),
  );
const taxIn = (gross: number): number => Math.floor((gross * 10) / 110);

interface Invoice {
  readonly issuedOn: Day;
  readonly amount: number;
  readonly late: number;
}
interface Contract {
  readonly began: Day;
  price: number;
  next: Day;
  last?: Day | undefined;
  billed: boolean;
  resting: boolean;
  /** Back from a rest: to this day nobody is let go for a price. */
  spared?: Day;
  late: number;
  readonly unpaid: Set<Invoice>;
  readonly accepted: Set<Day>;
}

export class LedgerModel {
  readonly invoices = new Map<string, Invoice>();
  readonly #prices: { readonly on: Day; readonly yen: number }[] = [];
  readonly #contracts = new Map<string, Contract[]>();
  readonly #tried = new Set<string>();
  #charged = 0;
  #refunded = 0;
  #refundedTax = 0;

  constructor(yen: number) {
    this.#prices.push({ on: "0001-01-01", yen });
  }

  #priceOn = (day: Day) => this.#prices.findLast(({ on }) => on <= day) ?? { on: "", yen: 0 };
  #change(account: string, change: Partial<Contract>): void {
    Object.assign(this.contractsOf(account).at(-1) ?? {}, change);
  }
  contractsOf = (account: string): readonly Contract[] => this.#contracts.get(account) ?? [];
  announce = (on: Day, yen: number) => void this.#prices.push({ on, yen });
  accept = (account: string, on: Day) => void this.contractsOf(account).at(-1)?.accepted.add(on);
  cancel = (account: string, on: Day) => this.#change(account, { last: monthEnd(on) });
  undo = (account: string) => this.#change(account, { last: undefined });
  rest = (account: string) => this.#change(account, { resting: true });

  /** Begins the paid plan: a month of trial once, else free up to the next 1st, unless that was had. */
  join(account: string, on: Day, hadTrial = this.#tried.has(account)): void {
    const former = this.contractsOf(account);
    const hasFreeDays = former.every(({ billed }) => billed) && !on.endsWith("-01");
    const next = !hadTrial ? nextFirst(aMonthLater(on)) : hasFreeDays ? nextFirst(on) : on;
    const [price, unpaid, accepted] = [this.#priceOn(next).yen, new Set<Invoice>(), new Set<Day>()];
    const contract = { began: on, price, next, billed: false, resting: false, late: 0 };
    this.#contracts.set(account, [...former, { ...contract, unpaid, accepted }]);
    this.#tried.add(account);
  }

  /** The run of a day: one invoice for each contract whose time has come. */
  bill(day: Day): void {
    for (const [account, contracts] of this.#contracts) {
      const contract = contracts.at(-1);
      if (!contract || contract.resting || contract.next > day) continue;
      if (contract.next > (contract.last ?? contract.next)) continue;
      const spared = contract.spared ?? "";
      const known = (on: Day) => contract.accepted.has(on) || on <= contract.began;
      const held = this.#prices.filter(
        ({ on }) => contract.next >= spared || on >= spared || known(on),
      );
      const { on, yen } = held.findLast((price) => price.on <= contract.next) ?? { on: "", yen: 0 };
      const isNew = on > contract.began && yen !== contract.price;
      // Of a price that was put off, the answer is the one to the day that it was put off to.
      if (isNew && !contract.accepted.has(on) && !(on < spared && contract.accepted.has(spared))) {
        contract.last = dayBefore(contract.next);
        continue;
      }
      if (isNew) contract.price = yen;
      const invoice = { issuedOn: day, amount: contract.price, late: contract.late };
      this.invoices.set(`${account} ${contract.next.slice(0, 7)}-01 ${day}`, invoice);
      contract.unpaid.add(invoice);
      Object.assign(contract, { next: nextFirst(contract.next), billed: true, late: 0 });
    }
  }

  /** A charge that the company took on one day and told us of on another. */
  paid(invoiceName: string, takenOn: Day, toldOn: Day): void {
    const [account = ""] = invoiceName.split(" ");
    const invoice = this.invoices.get(invoiceName) ?? { issuedOn: "", amount: 0, late: 0 };
    const contract = this.contractsOf(account).find(({ unpaid }) => unpaid.delete(invoice));
    if (!contract) throw new Error(`The company took money for nothing or twice: ${invoiceName}`);
    const days = Math.max(0, (Date.parse(takenOn) - Date.parse(invoice.issuedOn)) / 86_400_000);
    contract.late += Math.floor((invoice.amount * 146 * days) / 365_000);
    this.#charged += invoice.amount + invoice.late;
    if (!contract.resting || contract.unpaid.size > 0) return;
    const [year, month, day] = parts(toldOn);
    const spared = nextFirst(iso(year, month, day + 30));
    Object.assign(contract, { resting: false, next: nextFirst(toldOn), spared });
  }

  refunded(amount: number): void {
    this.#refunded += amount;
    this.#refundedTax += taxIn(amount);
  }

  /** The accounts as sums over what happened. */
  books(): Record<string, number> {
    const sum = (of: (invoice: Invoice) => number) =>
      [...this.invoices.values()].reduce((yen, invoice) => yen + of(invoice), 0);
    const [gross, late] = [sum(({ amount }) => amount), sum((invoice) => invoice.late)];
    const tax = sum(({ amount }) => taxIn(amount));
    return {
      receivable: gross + late - this.#charged,
      revenue: tax - gross + this.#refunded - this.#refundedTax,
      tax: this.#refundedTax - tax,
      "late-charge": -late,
      gateway: this.#charged - this.#refunded,
    };
  }
}
