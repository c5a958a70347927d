// What members owe and what the books must say, told from outside: from what members and
// operators did and what the payment company answered. It shares no code with the product.

type Day = string;

const iso = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const parts = (day: Day) => day.split("-").map(Number) as [number, number, number];
const nextFirst = (day: Day): Day => iso(parts(day)[0], parts(day)[1] + 1, 1);
const dayBefore = (day: Day): Day => iso(parts(day)[0], parts(day)[1], parts(day)[2] - 1);
const aMonthLater = ([year, month, day]: [number, number, number]): Day =>
  iso(year, month + 1, Math.min(day, new Date(Date.UTC(year, month + 1, 0)).getUTCDate()));
const taxIn = (gross: number): number => Math.floor((gross * 10) / 110);

interface Contract {
  readonly began: Day;
  price: number;
  next: Day;
  last: Day | undefined;
  billed: boolean;
  resting: boolean;
  late: number;
  readonly unpaid: Set<Invoice>;
  readonly accepted: Set<Day>;
}

export interface Invoice {
  readonly account: string;
  readonly period: Day;
  readonly issuedOn: Day;
  readonly amount: number;
  readonly late: number;
}

export class LedgerModel {
  readonly invoices = new Map<string, Invoice>();
  readonly #prices: { readonly on: Day; readonly yen: number }[];
  readonly #members = new Map<string, { tried: boolean; contracts: Contract[] }>();
  #charged = 0;
  #refunded = 0;
  #refundedTax = 0;

  constructor(yen: number) {
    this.#prices = [{ on: "0001-01-01", yen }];
  }

  #priceOn = (day: Day) => this.#prices.findLast(({ on }) => on <= day) ?? { on: "", yen: 0 };
  #running = (account: string) => this.#members.get(account)?.contracts.at(-1);
  contractsOf = (account: string): readonly Contract[] =>
    this.#members.get(account)?.contracts ?? [];

  /** Begins the paid plan: a month of trial once, else free up to the next 1st, unless that was had. */
  join(account: string, on: Day, hadTrial = false): void {
    const member = this.#members.get(account) ?? { tried: hadTrial, contracts: [] };
    this.#members.set(account, member);
    const isFirst = member.contracts.every(({ billed }) => billed);
    const next = !member.tried
      ? nextFirst(aMonthLater(parts(on)))
      : isFirst && !on.endsWith("-01")
        ? nextFirst(on)
        : on;
    member.tried = true;
    const price = this.#priceOn(next).yen;
    const none = { last: undefined, billed: false, resting: false, late: 0 };
    const [unpaid, accepted] = [new Set<Invoice>(), new Set<Day>()];
    member.contracts.push({ began: on, price, next, ...none, unpaid, accepted });
  }

  cancel(account: string, on: Day): void {
    const contract = this.#running(account);
    if (contract) contract.last = dayBefore(nextFirst(on));
  }

  undo(account: string): void {
    const contract = this.#running(account);
    if (contract) contract.last = undefined;
  }

  announce(on: Day, yen: number): void {
    this.#prices.push({ on, yen });
  }

  accept(account: string, on: Day): void {
    this.#running(account)?.accepted.add(on);
  }

  rest(account: string): void {
    const contract = this.#running(account);
    if (contract) contract.resting = true;
  }

  /** The run of a day: one invoice for each contract whose time has come. */
  bill(day: Day): void {
    for (const account of this.#members.keys()) {
      const contract = this.#running(account);
      if (!contract || contract.resting || contract.next > day) continue;
      if (contract.last !== undefined && contract.next > contract.last) continue;
      const { on, yen } = this.#priceOn(contract.next);
      const isNew = on > contract.began && yen !== contract.price;
      if (isNew && !contract.accepted.has(on)) {
        contract.last = dayBefore(on);
        continue;
      }
      if (isNew) contract.price = yen;
      const period = `${contract.next.slice(0, 7)}-01`;
      const { price: amount, late } = contract;
      const invoice = { account, period, issuedOn: day, amount, late };
      this.invoices.set(`${account} ${period} ${day}`, invoice);
      contract.unpaid.add(invoice);
      contract.next = nextFirst(contract.next);
      contract.billed = true;
      contract.late = 0;
    }
  }

  /** A charge that the company took on one day and told us of on another. */
  paid(invoiceName: string, takenOn: Day, toldOn: Day): void {
    const invoice = this.invoices.get(invoiceName);
    if (!invoice) throw new Error(`The company took money for nothing: ${invoiceName}`);
    const { account, issuedOn, amount, late } = invoice;
    const contract = this.contractsOf(account).find(({ unpaid }) => unpaid.delete(invoice));
    if (!contract) throw new Error(`The company took money twice: ${invoiceName}`);
    const days = Math.max(0, (Date.parse(takenOn) - Date.parse(issuedOn)) / 86_400_000);
    contract.late += Math.floor((amount * 146 * days) / 365_000);
    this.#charged += amount + late;
    if (!contract.resting || contract.unpaid.size > 0) return;
    contract.resting = false;
    contract.next = nextFirst(toldOn);
  }

  refunded(amount: number): void {
    this.#refunded += amount;
    this.#refundedTax += taxIn(amount);
  }

  /** The accounts as sums over what happened. */
  books(): Record<string, number> {
    const all = [...this.invoices.values()];
    const sum = (of: (invoice: Invoice) => number) => all.reduce((yen, one) => yen + of(one), 0);
    const [gross, late, tax] = [
      sum(({ amount }) => amount),
      sum((one) => one.late),
      sum(({ amount }) => taxIn(amount)),
    ];
    return {
      receivable: gross + late - this.#charged,
      revenue: tax - gross + this.#refunded - this.#refundedTax,
      tax: this.#refundedTax - tax,
      "late-charge": -late,
      gateway: this.#charged - this.#refunded,
    };
  }
}
