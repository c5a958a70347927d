import { setTimeout as pause } from "node:timers/promises";
import { processorMs, processorMsOfFamily } from "../support/processor-time.ts";
import type { Report } from "../support/report.ts";
import type { Stand } from "./stand.ts";

/** Every field of the query language, alone and with others. */
const queries = {
  "codes and flags": [
    "severity:high",
    "state:fixed category:mail",
    "check:http-* exposure:data",
    "overdue:yes severity:critical,high",
    "kev:yes",
    "exposure:data severity:high",
  ],
  "products and versions": [
    "product:nginx version:<1.19",
    "cve:CVE-2021-23017 owner:none severity:high",
    "tech:jquery label:none",
    "product:* -version:any",
    "epss:>0.5 overdue:yes",
    "product:none",
  ],
  "addresses, ports and services": [
    "ip:198.18.7.0/24 port:443",
    "ip:none",
    "port:6379",
    "port:443 severity:critical",
    "service:https severity:high",
    "service:https label:要確認",
    "port:none category:mail",
  ],
  "words, names and either": [
    "osaka -severity:low",
    "(severity:critical or label:支店7) due:none",
    "host:shop-*.example check:http-*",
    "domain:*osaka*",
    "CSP",
  ],
  "days and people": [
    "due:<7d owner:none",
    "accepted.until:<30d state:accepted",
    "-seen.last:<30d group:none",
    "seen.first:7d -category:mail",
    "group:部門1 service:https",
    "priority:>300",
  ],
  "tickets, causes and labels": [
    "ticket:none severity:critical",
    "ticket:any",
    "cause:none",
    "label:支店7,要確認",
    "label:any owner:none",
  ],
  "certificates and servers": [
    "cert.expires:<30d severity:high",
    "cert.expires:none",
    "cert.issuer:*authority owner:none",
    "ns:ns7.dns-seki.example",
    "mx:mail3.dns-seki.example cert.expires:>200d",
    "mx:none",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const queriesByKind = Object.fromEntries(
  Object.entries(queries).map(([kind, texts]) => [
    `findings: queries of ${kind}`,
    texts.map((query) => `/findings?size=50&query=${encodeURIComponent(query)}`),
  ]),
);

/** What people at work look at, by kind. */
async function looks(stand: Stand): Promise<Readonly<Record<string, readonly string[]>>> {
  const read = async (path: string) => JSON.parse((await stand.call(path)).text);
  const { domains, next } = await read("/domains?size=50&sort=findings&order=desc");
  const { findings, next: nextFindings } = await read("/findings?size=50");
  const { groups } = await read("/groups");
  const [domain, finding, group] = [domains[0].id, findings[0].id, groups[0].id];
  return {
    "domains: list and pages": [
      "/domains?size=50",
      `/domains?size=50&sort=findings&order=desc&cursor=${next}`,
      `/domains/${domain}`,
    ],
    "domains: sorts": ["grade", "findings", "last-run", "next-run", "added", "responsible"].flatMap(
      (sort) => [
        `/domains?size=50&sort=${sort}&order=asc`,
        `/domains?size=50&sort=${sort}&order=desc`,
      ],
    ),
    "domains: filters": [
      "/domains?size=50&grade=E",
      "/domains?size=50&severity=critical&sort=findings&order=desc",
      "/domains?size=50&proof=none",
      "/domains?size=50&schedule=weekly&grade=C",
      `/domains?size=50&group=${group}`,
      "/domains?size=50&grouped=none",
      "/domains?size=50&responsible=seeded-person-2",
      "/domains?size=50&responsible=seeded-person-2,none&grade=D",
    ],
    "domains: search": [
      "/domains?size=50&q=osaka",
      "/domains?size=50&q=%E6%94%AF%E5%BA%97",
      "/domains?size=50&q=shop-seki-18",
    ],
    "findings: list, sorts and pages": [
      "/findings?size=50",
      `/findings?size=50&cursor=${nextFindings}`,
      "/findings?size=50&sort=age&order=asc",
      "/findings?size=50&sort=host&order=asc",
      `/findings/${finding}`,
    ],
    "findings: filters": [
      "/findings?size=50&severity=critical",
      "/findings?size=50&check=http-csp",
      "/findings?size=50&category=mail",
      "/findings?size=50&state=fixed",
      "/findings?size=50&newerThanDays=7",
      `/findings?size=50&group=${group}`,
      `/findings?size=50&domain=${domain}`,
    ],
    ...queriesByKind,
    "findings: grouped by check": ["/findings/grouped"],
    "findings: search": ["/findings?size=50&q=osaka-seki-1", "/findings?size=50&q=CSP"],
    inventory: [
      "/assets?size=50",
      "/assets?size=50&sort=last-seen&order=desc",
      "/assets?size=50&type=host",
      "/assets?size=50&q=osaka",
      "/assets?size=50&q=www.*kaede*",
    ],
    "search box": ["/search?q=osaka", "/search?q=osaka-sekj-19", "/search?q=%E6%94%AF%E5%BA%97"],
    overview: ["/overview", `/overview?group=${group}`, "/groups"],
  };
}

const people = 20;
const thinkMs = 2_000;
const secondsOfWork = Number(process.env.BENCH_SECONDS ?? "60");
const wantedMs = 100;

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;

const quietRounds = 10;

/**
 * What one look of each kind takes of the processors, ours and the database's, one after the other:
 * the time that it takes on a machine that does nothing else, whatever else this one does.
 */
async function processorTimes(
  stand: Stand,
  kinds: readonly (readonly [string, readonly string[]])[],
) {
  const taken = () => processorMs(process.pid) + processorMsOfFamily(stand.databasePid);
  const times = new Map<string, number>();
  for (const [kind, paths] of kinds) {
    const began = taken();
    for (let round = 0; round < quietRounds; round += 1) {
      for (const path of paths) await stand.call(path);
    }
    times.set(kind, (taken() - began) / (quietRounds * paths.length));
  }
  return times;
}

/** Twenty people at work, two seconds between one's acts: how long each kind of look takes. */
export async function measureReading(stand: Stand): Promise<Report[]> {
  const kinds = Object.entries(await looks(stand));
  const times = new Map<string, { ms: number; path: string }[]>(kinds.map(([kind]) => [kind, []]));
  const all = kinds.flatMap(([kind, paths]) => paths.map((path) => ({ kind, path })));
  // Each once before anything counts: connections are opened, and what is read lies in memory.
  for (const { path } of all) await stand.call(path);
  const end = Date.now() + secondsOfWork * 1_000;
  let place = 0;
  const work = async (person: number) => {
    await pause((thinkMs / people) * person);
    while (Date.now() < end) {
      const look = all[place++ % all.length];
      if (look === undefined) return;
      const began = performance.now();
      await stand.call(look.path);
      times.get(look.kind)?.push({ ms: performance.now() - began, path: look.path });
      await pause(thinkMs);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => work(person)));
  const processor = await processorTimes(stand, kinds);
  return [...times].map(([kind, taken]) => {
    const ms = taken.map((one) => one.ms);
    const slowest = taken.toSorted((a, b) => b.ms - a.ms)[0];
    return {
      name: `karte, ${kind}: p95 ms`,
      figure: percentile(ms, 0.95),
      wanted: { atMost: wantedMs },
      detail: `${ms.length} looks, p50 ${percentile(ms, 0.5).toFixed(1)} ms, processor time ${processor.get(kind)?.toFixed(1)} ms, slowest ${slowest?.ms.toFixed(0)} ms ${slowest?.path}`,
    };
  });
}
