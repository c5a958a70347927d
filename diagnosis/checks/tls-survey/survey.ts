import type { CheckContext } from "../../engine/context.ts";
import type { RawHello, RawTlsAnswer, RawVersion } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";
import { type CipherSuite, cipherSuite, SSL2_CIPHERS } from "../../net/raw-tls/cipher-suites.ts";
import {
  CLASSIC_SUITES,
  CLASSIC_VERSIONS,
  type ClassicVersion,
  classicOffer,
  TLS13_SUITES,
  tls13Offer,
} from "./offers.ts";
import { traitsOf } from "./traits.ts";

/** A ServerHello we were given, with the suite it negotiated. */
export type SeenHello = Extract<RawTlsAnswer, { kind: "hello" }> & { readonly suite: CipherSuite };

/** What an address accepts on port 443, by hellos of our own making. */
export interface TlsSurvey {
  readonly versions: ReadonlySet<RawVersion>;
  /** One hello for each trait the server showed; those of SSL 3 to TLS 1.2 only. */
  readonly classic: readonly SeenHello[];
  /** TLS 1.3 hellos. */
  readonly modern: readonly SeenHello[];
  readonly postQuantum: boolean;
  /** False when nothing we sent was answered by TLS. */
  readonly answersTls: boolean;
}

/**
 * Asks an address what it speaks, once for all TLS checks: about ten connections for a modern server,
 * and a few more for each old habit. Throws `closed` when nothing listens on port 443 and `malformed`
 * when it is not TLS.
 */
export function surveyTls(context: CheckContext): Promise<TlsSurvey> {
  return context.once("tls-survey", () => survey(context));
}

async function survey(context: CheckContext): Promise<TlsSurvey> {
  // Newest first: when this fails for good, the older versions need not be tried.
  const first = await firstTls13(context);
  const versions = new Set<RawVersion>(first.hello ? ["tls1.3"] : []);
  const current = await ask(context, classicOffer("tls1.2", CLASSIC_SUITES));
  if (current?.version === "tls1.2") versions.add("tls1.2");
  for (const version of await oldVersions(context)) versions.add(version);
  const accepted = CLASSIC_VERSIONS.filter((version) => versions.has(version));
  const seen = new Set<string>();
  const classic: SeenHello[] = [];
  for (const version of new Set([accepted[0], accepted.at(-1)]))
    if (version) classic.push(...(await enumerate(context, version, seen)));
  if (await acceptsSsl2(context)) versions.add("ssl2");
  return {
    versions,
    classic,
    modern: await allTls13(context, first, seen),
    postQuantum: first.postQuantum,
    answersTls: versions.size > 0,
  };
}

/**
 * SSL 3 to TLS 1.1, as far as they are accepted. Each is asked for: a server that is offered a newer version
 * should fall back to what it has (RFC 5246 E.1), but GnuTLS refuses when that skips one.
 */
async function oldVersions(context: CheckContext): Promise<readonly RawVersion[]> {
  const versions: RawVersion[] = [];
  for (const version of ["tls1.1", "tls1.0", "ssl3"] as const) {
    const answer = await askOld(context, classicOffer(version, CLASSIC_SUITES));
    if (answer?.kind === "hello" && answer.version === version) versions.push(version);
  }
  return versions;
}

async function acceptsSsl2(context: CheckContext): Promise<boolean> {
  const ciphers = Object.keys(SSL2_CIPHERS).map(Number);
  const answer = await askOld(context, { version: "ssl2", ciphers });
  return answer?.kind === "ssl2-hello" && answer.ciphers.length > 0;
}

interface FirstTls13 {
  readonly postQuantum: boolean;
  readonly hello: SeenHello | null;
}

async function firstTls13(context: CheckContext): Promise<FirstTls13> {
  const hybrid = await ask(context, tls13Offer(true));
  if (hybrid?.version === "tls1.3") return { postQuantum: true, hello: hybrid };
  const plain = await ask(context, tls13Offer(false));
  return { postQuantum: false, hello: plain?.version === "tls1.3" ? plain : null };
}

/** A second TLS 1.3 hello tells whether keys of the other size are taken, unless that is known. */
async function allTls13(
  context: CheckContext,
  { postQuantum, hello }: FirstTls13,
  seen: ReadonlySet<string>,
): Promise<readonly SeenHello[]> {
  if (hello === null) return [];
  const others = TLS13_SUITES.filter(({ bits }) => bits !== hello.suite.bits);
  if (others.every((suite) => seen.has(`bits:${suite.bits}`))) return [hello];
  const second = await ask(context, tls13Offer(postQuantum, others));
  return second?.version === "tls1.3" ? [hello, second] : [hello];
}

/** Offers, again and again, only suites that would show something new, until none is taken. */
async function enumerate(
  context: CheckContext,
  version: ClassicVersion,
  seen: Set<string>,
): Promise<SeenHello[]> {
  const hellos: SeenHello[] = [];
  let offer: readonly CipherSuite[] = CLASSIC_SUITES;
  for (;;) {
    offer = offer.filter((suite) => traitsOf(suite).some((trait) => !seen.has(trait)));
    if (offer.length === 0) return hellos;
    const answer = await ask(context, classicOffer(version, offer));
    const chosen = answer?.suite;
    // A server that answers with what was not offered would never come to an end.
    if (answer?.version !== version || !chosen || !offer.includes(chosen)) return hellos;
    hellos.push(answer);
    for (const trait of traitsOf(chosen)) seen.add(trait);
  }
}

/** The hello that answers an offer; null for a refusal. */
async function ask(context: CheckContext, offer: RawHello): Promise<SeenHello | null> {
  const answer = await context.rawTls.probe(offer);
  if (answer.kind !== "hello") return null;
  const suite = cipherSuite(answer.cipher);
  return suite === null ? null : { ...answer, suite };
}

/**
 * Asks for an outdated version. Many servers and the boxes before them have nothing to say to that:
 * silence or an answer in another protocol is a refusal too.
 */
async function askOld(context: CheckContext, offer: RawHello): Promise<RawTlsAnswer | null> {
  try {
    return await context.rawTls.probe(offer);
  } catch (error) {
    if (error instanceof NetError && (error.code === "timeout" || error.code === "malformed"))
      return null;
    throw error;
  }
}
