import { randomBytes } from "node:crypto";
import type { DnsAnswer, DnsClient } from "../net/clients.ts";
import { type Found, quietly } from "./found.ts";
import { WORD_LIST } from "./word-list.ts";

/** Questions in flight. */
const AT_ONCE = 8;

/**
 * Tries the word list below a domain. Where a wildcard answers for everything, only names with an
 * answer of their own count.
 */
export async function* tryWords(
  domain: string,
  dns: DnsClient,
  words: readonly string[] = WORD_LIST,
): AsyncGenerator<Found> {
  const wildcard = await answerOf(`${randomBytes(8).toString("hex")}.${domain}`, dns);
  for (let start = 0; start < words.length; start += AT_ONCE) {
    const batch = words.slice(start, start + AT_ONCE).map((word) => `${word}.${domain}`);
    const answers = await Promise.all(batch.map((name) => answerOf(name, dns)));
    for (const [index, name] of batch.entries()) {
      const answer = answers[index];
      if (answer && answer !== wildcard)
        yield { name, by: { source: "word-list", at: domain, evidence: answer } };
    }
  }
}

/** What a name resolves to, as one comparable text; null when it does not exist. */
async function answerOf(name: string, dns: DnsClient): Promise<string | null> {
  const v4 = await quietly(dns.query(name, "A"));
  if (!v4 || v4.status === "nxdomain") return null;
  const answer = v4.status === "nodata" ? await quietly(dns.query(name, "AAAA")) : v4;
  return answer ? recordText(answer) : null;
}

function recordText(answer: DnsAnswer): string | null {
  const parts = answer.answers.flatMap((record) =>
    record.type === "A" || record.type === "AAAA" || record.type === "CNAME"
      ? [`${record.type} ${record.data}`]
      : [],
  );
  return parts.length === 0 ? null : parts.sort().join(", ");
}
