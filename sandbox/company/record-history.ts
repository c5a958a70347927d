// `npm run record-history`: has the engine examine the sample company as it was on each day of its
// history, and writes what it streamed into history.json.gz.
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Asset } from "@sekimori/diagnosis/asset";
import type { Finding } from "@sekimori/diagnosis/finding";
import { networkOf, scanToEnd } from "@sekimori/diagnosis/fixtures/scan";
import { sampleDomains, startCompany } from "./company.ts";
import { type HistoryFile, historyFile } from "./history.ts";

/** Weekly for three months, and the day before the present. */
const days = [-91, -84, -77, -70, -63, -56, -49, -42, -35, -28, -21, -14, -7, -1];

/** Domains that the company has proved: only those were ever examined. */
const proved = sampleDomains.filter((domain) =>
  domain
    .zone(0)
    .records?.(() => "127.0.0.1")
    .some(({ name }) => name.startsWith("_sekimori-")),
);

/** Gives each different thing one place in a list. */
function placesIn<Item>() {
  const places = new Map<string, number>();
  const list: Item[] = [];
  const place = (item: Item): number => {
    const key = JSON.stringify(item);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, list.length);
    return list.push(item) - 1;
  };
  return { list, place };
}

const findings = placesIn<Finding>();
const assets = placesIn<Asset>();
const runs: HistoryFile["runs"][number][] = [];
for (const day of days) {
  const company = await startCompany(day);
  try {
    for (const { name, hosts = [] } of proved) {
      const at = new Date().toISOString();
      const { network } = networkOf(company, {});
      const seen = await scanToEnd(network, name, { approvedHosts: hosts });
      if (seen.faults.length > 0) throw new Error(`${name}, day ${day}: ${seen.faults.join()}`);
      runs.push({
        day,
        at,
        result: seen.result,
        // Without the moments of the run, which would make each of them different.
        findings: seen.findings.map((finding) => findings.place({ ...finding, observedAt: "" })),
        assets: [...seen.assets.values()].map((asset) =>
          assets.place({ ...asset, firstSeen: "", lastSeen: "" }),
        ),
      });
      const { grade, score } = seen.result.organisation;
      process.stdout.write(`${day}\t${name}\t${grade}\t${score}\n`);
    }
  } finally {
    await company.stop();
  }
}
const file: HistoryFile = { findings: findings.list, assets: assets.list, runs };
const text = JSON.stringify(file);
const packed = gzipSync(text, { level: 9 });
writeFileSync(historyFile, packed);
process.stdout.write(
  `${runs.length} diagnoses, ${findings.list.length} different findings, ${text.length >> 10} KB, packed ${packed.length >> 10} KB\n`,
);
