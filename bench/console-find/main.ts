// `npm run bench console-find`: how long a search of the console's takes among a million accounts.
import { loadavg } from "node:os";
import { createOperator } from "@sekimori/portal-server/operator";
import { median } from "../support/load.ts";
import { isMet, line, type Report } from "../support/report.ts";
import {
  commonestName,
  commonFirstName,
  corporateNumberOf,
  firmBeginning,
  personOf,
} from "./people.ts";
import { seedMembers } from "./seed.ts";
import { type FindStand, startFindStand } from "./stand.ts";

const accounts = Number(process.env.BENCH_ACCOUNTS ?? "1000000");
/** Searches of each kind; each is of another member where it names one. */
const times = 100;
const withinMs = 100;

const percentile95 = (taken: readonly number[]): number =>
  [...taken].sort((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? Number.NaN;

interface Kind {
  readonly name: string;
  readonly text: (index: number) => string;
  /** How many of the searches have to find somebody: whatever finds nothing measures nothing. */
  readonly finds: (found: number) => boolean;
}

const some = (found: number) => found > 0;

/** What somebody has at hand who calls, as find-accounts.ts knows it. */
async function kindsOf({ database }: FindStand): Promise<readonly Kind[]> {
  const { rows } = await database.pool.query<{ id: string; number: string; key: string }>(
    `select a.account_id as id, lpad(i.number::text, 8, '0') as number, a.idempotency_key as key
     from portal.charge_attempt a join portal.invoice i on i.id = a.invoice_id
     order by i.number limit ${times}`,
  );
  const paid = (index: number) => rows[index % rows.length] ?? { id: "", number: "", key: "" };
  const someone = (index: number) => (index * 7_919) % accounts;
  return [
    { name: "an address", text: (index) => personOf(someone(index)).email, finds: some },
    {
      name: "a firm's name",
      text: (index) => personOf(someone(index)).information.companyName,
      finds: some,
    },
    {
      name: "the beginning of a firm's name",
      text: (index) => firmBeginning(someone(index)),
      finds: some,
    },
    {
      name: "a name that many have",
      text: (index) => `${commonestName} ${commonFirstName}${index % 2 === 0 ? "" : " "}`,
      finds: some,
    },
    { name: "the commonest surname", text: () => commonestName, finds: some },
    { name: "a corporate number", text: (index) => corporateNumberOf(someone(index)), finds: some },
    { name: "a document's number", text: (index) => `SK-${paid(index).number}`, finds: some },
    { name: "an id", text: (index) => paid(index).id, finds: some },
    { name: "a reference of a charge", text: (index) => paid(index).key, finds: some },
    {
      name: "a card and the day of a month's charges",
      text: (index) => `${paid(index).number.slice(-4)} 2026-11-01`,
      finds: some,
    },
    { name: "nobody's name", text: (index) => `誰も${index}いない`, finds: (found) => found === 0 },
  ];
}

async function measure(stand: FindStand, { name, text, finds }: Kind): Promise<Report> {
  const operator = createOperator(stand.core, "bench");
  const taken: number[] = [];
  for (let index = -3; index < times; index++) {
    const term = text(Math.abs(index));
    const began = performance.now();
    const { accounts: found } = await operator.findAccounts([term], "bench");
    // The first ones fill the caches.
    if (index >= 0) taken.push(performance.now() - began);
    if (!finds(found.length)) throw new Error(`${name}: ${found.length} found`);
  }
  return {
    name: `find among ${accounts} accounts by ${name}, p95 in ms`,
    figure: percentile95(taken),
    wanted: { atMost: withinMs },
    detail: `p50 ${median(taken).toFixed(0)} ms, most ${Math.max(...taken).toFixed(0)} ms of ${taken.length}; load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`,
  };
}

/** `BENCH_ACCOUNTS` makes fewer; in `BENCH_DATA` they stay for the next time. */
export async function benchConsoleFind(): Promise<boolean> {
  const stand = await startFindStand(process.env.BENCH_DATA);
  try {
    const { core, database } = stand;
    await seedMembers(core, database.pool, { accounts }, (step) => console.log(`  ${step}`));
    const reports: Report[] = [];
    for (const kind of await kindsOf(stand)) {
      const report = await measure(stand, kind);
      reports.push(report);
      console.log(line(report));
    }
    return reports.every(isMet);
  } finally {
    await stand.close();
  }
}
