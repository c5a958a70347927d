import { randomBytes } from "node:crypto";
import type { DnsClient, HttpClient } from "../net/clients.ts";
import type { Clock } from "../net/clock.ts";
import { NetError } from "../net/net-error.ts";

/** The label under which a domain's owner publishes the token. */
export const CHALLENGE_LABEL = "_sekimori-challenge";
/** The file under which a host's owner publishes it. */
export const CHALLENGE_PATH = "/.well-known/sekimori-challenge.txt";
/** The meta element's name; the same word stands before the token in the TXT record. */
export const CHALLENGE_NAME = "sekimori-verification";
/** A proof lapses after so long without a successful check. */
export const PROOF_LIFE_MS = 30 * 24 * 3_600_000;

export type ProofMethod = "dns-txt" | "file" | "meta";

/** Why a method proved nothing although its place answered: the token is not there. */
export const NO_TOKEN = "no matching token";

/** The outcome of one look for the token. */
export interface OwnershipProof {
  readonly proved: boolean;
  readonly method: ProofMethod | null;
  /** Domain (with all below it) or host that the proof speaks for; null when not proved. */
  readonly covers: { readonly kind: "domain" | "host"; readonly name: string } | null;
  /** ISO 8601. */
  readonly checkedAt: string;
  /** ISO 8601; 30 days after a success. */
  readonly validUntil: string | null;
  /** Why each method that was tried did not prove it. */
  readonly failures: readonly { readonly method: ProofMethod; readonly why: string }[];
}

/** What the search needs. File and meta tag are looked for only on the very host. */
export interface OwnershipQuestion {
  readonly host: string;
  readonly domain: string;
  readonly token: string;
  readonly methods: readonly ProofMethod[];
  readonly clock: Clock;
  readonly dns: DnsClient;
  readonly http: HttpClient;
}

/** A fresh token: 128 random bits, one per workspace and domain. */
export function newChallengeToken(): string {
  return randomBytes(16).toString("base64url");
}

/** The TXT record that proves a domain. */
export function challengeRecord(token: string): string {
  return `${CHALLENGE_NAME}=${token}`;
}

/**
 * Looks for the token by each method in turn and stops at the first success. TXT on the
 * registrable domain covers its subdomains; TXT on another name covers that name and below; file
 * and meta tag prove only the host they are on, and no redirect is followed for them.
 */
export async function proveOwnership(question: OwnershipQuestion): Promise<OwnershipProof> {
  const failures: { method: ProofMethod; why: string }[] = [];
  const now = question.clock.now();
  const checkedAt = new Date(now).toISOString();
  for (const method of question.methods) {
    try {
      const covers = await FINDERS[method](question);
      if (covers) {
        const validUntil = new Date(now + PROOF_LIFE_MS).toISOString();
        return { proved: true, method, covers, checkedAt, validUntil, failures };
      }
      failures.push({ method, why: NO_TOKEN });
    } catch (error) {
      if (!(error instanceof NetError)) throw error;
      failures.push({ method, why: error.code });
    }
  }
  return { proved: false, method: null, covers: null, checkedAt, validUntil: null, failures };
}

type Finder = (question: OwnershipQuestion) => Promise<OwnershipProof["covers"]>;

const FINDERS: Readonly<Record<ProofMethod, Finder>> = {
  "dns-txt": async ({ host, domain, token, dns }) => {
    for (const name of new Set([domain, host])) {
      const texts = await dns.texts(`${CHALLENGE_LABEL}.${name}`);
      if (texts.some((text) => text.trim() === challengeRecord(token)))
        return { kind: "domain", name };
    }
    return null;
  },
  file: async ({ host, token, http }) => {
    const response = await http.fetch(`https://${host}${CHALLENGE_PATH}`);
    const matches = response.status === 200 && response.text().trim() === challengeRecord(token);
    return matches ? { kind: "host", name: host } : null;
  },
  meta: async ({ host, token, http }) => {
    const response = await http.fetch(`https://${host}/`);
    const matches = response.status === 200 && metaTokens(response.text()).includes(token);
    return matches ? { kind: "host", name: host } : null;
  },
};

/** Contents of our meta elements inside the head: user content in the body proves nothing. */
function metaTokens(html: string): readonly string[] {
  const head = html.slice(0, 65_536).split(/<body[\s>]|<\/head>/i)[0] ?? "";
  return [...head.matchAll(/<meta\s[^>]{0,500}>/gi)].flatMap(([tag]) => {
    const name = /\sname\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1];
    const content = /\scontent\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1];
    return name === CHALLENGE_NAME && content !== undefined ? [content] : [];
  });
}
