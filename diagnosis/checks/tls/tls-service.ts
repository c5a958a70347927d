import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import { type Fault, faults, objectionsAt } from "../../engine/checks-elsewhere.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { TlsSession } from "../../net/clients.ts";
import { NetError, type NetErrorCode } from "../../net/net-error.ts";
import { type OpenPort, surveyPorts } from "../ports/open-ports.ts";
import { offersTls } from "../ports/probe/ask.ts";
import { startTlsClients } from "../ports/probe/start-tls.ts";
import { ACCEPTS_EVERYTHING } from "../ports/reasons.ts";
import { webServices } from "../ports/web/web-services.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { CLASSIC_SUITES, classicOffer } from "../tls-survey/offers.ts";
import { otherSession } from "./cert-each.ts";
import { presented } from "./certificate/presented.ts";
import { isSelfSigned } from "./certificate/trust.ts";
import { type Validity, validityOf } from "./certificate/validity.ts";
import { NO_SERVICE_TLS, SERVICE_HANDSHAKE, SERVICE_UNDECIDED, SERVICES_LEFT } from "./reasons.ts";
import { siteChecks } from "./site-checks.ts";

type Outcome =
  | "sound"
  | Exclude<Validity, "valid">
  | "untrusted"
  | "own-authority"
  | "misnamed"
  | "old-versions"
  | "broken-signature"
  | "short-key"
  | "tiny-key"
  | Fault;

/** LDAP and MQTT: their clients are set up one by one, and often given an authority of the owner's. */
const OWN_AUTHORITY: ReadonlySet<number> = new Set([389, 636, 1883, 8883]);

/** What `judge` looks at itself, with sentences and limits that fit a service; post-quantum only informs. */
const JUDGED_HERE: ReadonlySet<string> = new Set([
  ...["tls-old", "tls-pq"],
  ...["cert-trust", "cert-name", "cert-expiry", "cert-key", "cert-sig", "cert-each"],
]);
const FURTHER = siteChecks.filter(({ id }) => !JUDGED_HERE.has(id));

/** Services at which all of them are tried: some fifteen connections each. */
const MAX_EXAMINED = 6;

/**
 * The certificate and the versions of every TLS service beside the site: mail, FTP, LDAP, MQTT, web
 * services at other ports, and what turns to TLS by STARTTLS (RFC 8314 §4, RFC 9325 §3.1). Mail
 * servers that receive are `mail-starttls`'s. Six services at most also get the other checks of the
 * site's TLS, whose limits on the grade hold here as well. What browsers, mail and file transfer programs
 * must refuse limits it as the site's certificate does. People reach these services under names of their
 * own, so a certificate that does not name this host is a warning here and limits no grade (decision 41).
 */
export const tlsService = defineCheck({
  id: "tls-service",
  category: "tls",
  scope: "address",
  title: { ja: "Web以外のサービスのTLS", en: "TLS on other services" },
  explanation: {
    ja: "メールやファイル転送などのサービスの証明書は、Webサイトの証明書ほど気づかれずに期限が切れたり、古い方式のまま残ったりします。そこで送られるパスワードも、同じように守る必要があります。",
    en: "Expired certificates and outdated protocols on mail, file transfer and other services go unnoticed more easily than on the website. Passwords sent there need the same protection.",
  },
  remedy: {
    ja: "サービスごとに、公的な認証局の有効な証明書を設定し、自動更新の対象に加え、TLS 1.2以上だけを受け入れるようにしてください。",
    en: "Give each service a valid certificate from a public authority, include it in automatic renewal, and accept only TLS 1.2 or later.",
  },
  source: [
    { title: "RFC 8314 §4", url: "https://www.rfc-editor.org/rfc/rfc8314#section-4" },
    { title: "RFC 9325 §3.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-3.1" },
  ],
  outcomes: {
    sound: {
      state: "pass",
      severity: null,
      text: {
        ja: "{tls.service}（ポート{subject}番）のTLSに問題はありません（{tls.protocol}）。",
        en: "TLS on {tls.service} (port {subject}) has no problems ({tls.protocol}).",
      },
    },
    expired: {
      state: "fail",
      severity: "critical",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書の有効期限が切れています（{cert.serviceNotAfter}）。",
        en: "The certificate of {tls.service} (port {subject}) has expired ({cert.serviceNotAfter}).",
      },
      cap: "expired-certificate",
    },
    "not-yet-valid": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書はまだ有効ではありません（{cert.serviceNotBefore}から）。",
        en: "The certificate of {tls.service} (port {subject}) is not valid yet (from {cert.serviceNotBefore}).",
      },
      cap: "expired-certificate",
    },
    "within-14-days": {
      state: "fail",
      severity: "high",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書の有効期限が迫っています。残り{cert.serviceDaysLeft}日です。",
        en: "The certificate of {tls.service} (port {subject}) is about to expire: {cert.serviceDaysLeft} days left.",
      },
    },
    "within-30-days": {
      state: "warn",
      severity: "medium",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書の有効期限まで残り{cert.serviceDaysLeft}日です。",
        en: "The certificate of {tls.service} (port {subject}) expires in {cert.serviceDaysLeft} days.",
      },
    },
    untrusted: {
      state: "fail",
      severity: "high",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書は信頼できません（{cert.serviceTrustError}）。",
        en: "The certificate of {tls.service} (port {subject}) is not trusted ({cert.serviceTrustError}).",
      },
      cap: "untrusted-certificate",
    },
    "own-authority": {
      state: "warn",
      severity: "medium",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書は、公的な認証局のものではありません（{cert.serviceTrustError}）。接続する側すべてに発行元を登録していない限り、相手を確認できません。",
        en: "The certificate of {tls.service} (port {subject}) is not from a public authority ({cert.serviceTrustError}). Only clients that have its issuer installed can verify the server.",
      },
    },
    misnamed: {
      state: "warn",
      severity: "low",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書に、このホスト名がありません。別の名前で使われている場合は問題ありません。",
        en: "The certificate of {tls.service} (port {subject}) does not include this host name. That is fine if the service is used under another name.",
      },
    },
    "old-versions": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "{tls.service}（ポート{subject}番）が、廃止されたTLS 1.0またはTLS 1.1を受け入れます。",
        en: "{tls.service} (port {subject}) accepts TLS 1.0 or TLS 1.1, which have been retired.",
      },
      cap: "old-tls",
    },
    "broken-signature": {
      state: "fail",
      severity: "high",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書の署名に、破られた方式が使われています。",
        en: "The certificate of {tls.service} (port {subject}) is signed with a broken algorithm.",
      },
    },
    "short-key": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書の鍵（{cert.serviceKey}）が短すぎます。",
        en: "The key of the certificate of {tls.service} (port {subject}) is too short ({cert.serviceKey}).",
      },
      cap: "short-key",
    },
    "tiny-key": {
      state: "fail",
      severity: "critical",
      text: {
        ja: "{tls.service}（ポート{subject}番）の証明書の鍵（{cert.serviceKey}）は、現実に破られる長さです。",
        en: "The key of the certificate of {tls.service} (port {subject}) can be broken in practice ({cert.serviceKey}).",
      },
      cap: "tiny-key",
    },
    ...faults({
      ja: "{tls.service}（ポート{subject}番）で、サイトのTLSと同じ確認（{tls.check}）が問題を見つけました。",
      en: "On {tls.service} (port {subject}), a check of the site's TLS ({tls.check}) found a problem.",
    }),
  },
  async run(context) {
    const { open, indiscriminate } = await surveyPorts(context);
    if (indiscriminate) return inconclusive(ACCEPTS_EVERYTHING);
    const secureWeb = (await webServices(context))
      .filter(({ url, port }) => url.startsWith("https:") && port !== 443)
      .map(({ port }) => port);
    const services = open.filter(
      ({ kind, port }) => kind === "tls" || kind === "clear" || secureWeb.includes(port),
    );
    const encrypting = await whatEncrypts(context, services);
    const left = encrypting.slice(MAX_EXAMINED).map(({ port }) => String(port));
    const seen = await Promise.all([
      ...encrypting.map((one) => decided(one, judge(context, one))),
      ...encrypting.slice(0, MAX_EXAMINED).map((one) => decided(one, further(context, one))),
    ]);
    const found = agreed(seen.flat());
    if (left.length > 0)
      found.push(inconclusive(SERVICES_LEFT, [{ name: "tls.unexamined", value: left }]));
    return found.length > 0 ? found : notApplicable(NO_SERVICE_TLS);
  },
});

/** Those that have TLS: from the first byte, then by STARTTLS. What cannot encrypt is svc-plain's to report. */
async function whatEncrypts(
  context: CheckContext,
  services: readonly OpenPort[],
): Promise<readonly OpenPort[]> {
  const inside = services.filter(({ kind }) => kind !== "clear");
  const clear = services.filter(({ kind }) => kind === "clear");
  const offers = await Promise.all(clear.map(({ port }) => mayOfferTls(context, port)));
  return [...inside, ...clear.filter((_, at) => offers[at] === true)];
}

/** Where the question fails, so will the handshake, and is told with its reason. */
async function mayOfferTls(context: CheckContext, port: number): Promise<boolean | null> {
  try {
    return await offersTls(context, port);
  } catch (error) {
    if (error instanceof NetError) return true;
    throw error;
  }
}

/** One service that gives no answer leaves what was seen of the others. */
async function decided(
  { port }: OpenPort,
  found: Promise<Observation<Outcome>[]>,
): Promise<Observation<Outcome>[]> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    return [{ ...inconclusive(NET_REASONS[error.code]), subject: String(port), place: { port } }];
  }
}

/** A service is sound only where nothing else was found at it, and undecided once. */
function agreed(found: readonly Observation<Outcome>[]): Observation<Outcome>[] {
  const others = new Set(
    found.flatMap(({ outcome, place }) => (outcome === "sound" ? [] : [place?.port])),
  );
  const doubts = found.filter(({ outcome }) => outcome === "inconclusive");
  return found.filter((one) => {
    const { outcome, place } = one;
    if (outcome === "sound") return !others.has(place?.port);
    return (
      outcome !== "inconclusive" ||
      doubts.find((doubt) => doubt.place?.port === place?.port) === one
    );
  });
}

/** What the site's checks object to when they are sent to the service, and its second certificate. */
async function further(context: CheckContext, open: OpenPort): Promise<Observation<Outcome>[]> {
  const { port, service } = open;
  const there = atPort(context, open);
  const second = await secondCertificate(there, open);
  const found = [...(second ?? [])];
  let undecided = second === null;
  for await (const one of objectionsAt(port, FURTHER, there)) {
    if (one === "undecided") {
      undecided = true;
      continue;
    }
    const { outcome, subject, cap, finding } = one;
    found.push({
      outcome,
      subject,
      cap,
      text: {
        ja: `{tls.service}（ポート${port}番）：${finding.summary.ja}`,
        en: `{tls.service} (port ${port}): ${finding.summary.en}`,
      },
      place: { port },
      // Facts of the site have the same names, and its grade is counted from them.
      facts: [
        { name: "tls.service", value: service },
        { name: "tls.check", value: finding.check },
      ],
    });
  }
  const about = { subject: String(port), place: { port } };
  if (undecided) found.push({ ...inconclusive(SERVICE_UNDECIDED), ...about });
  return found;
}

/** What is wrong with the certificate that the service shows to other clients; null if that is unknown. */
async function secondCertificate(
  there: CheckContext,
  { port, service }: OpenPort,
): Promise<Observation<Outcome>[] | null> {
  try {
    const first = await presented(there);
    if (first === null) return null;
    const session = await otherSession(there, first.leaf);
    const [leaf] = session?.certificates ?? [];
    if (session === null || leaf === undefined) return [];
    return objections(there, port, session, leaf).map((outcome) => {
      const { ja, en } = tlsService.outcomes[outcome].text;
      const text = {
        ja: `もう一枚の証明書（{cert.serviceKey}）：${ja}`.replace("{subject}", String(port)),
        en: `Second certificate ({cert.serviceKey}): ${en}`.replace("{subject}", String(port)),
      };
      const subject = `${port} cert-each ${outcome}`;
      return {
        outcome,
        subject,
        text,
        place: { port },
        facts: told(there, service, session, leaf),
      };
    });
  } catch (error) {
    if (error instanceof NetError) return null;
    throw error;
  }
}

/** The context in which a check of the site's TLS speaks to a service at another port. */
function atPort(context: CheckContext, { port, kind }: OpenPort): CheckContext {
  const inside: Pick<CheckContext, "tls" | "rawTls"> = {
    tls: { handshake: (options) => context.tls.handshake({ port, ...options }) },
    rawTls: { probe: (hello) => context.rawTls.probe({ port, ...hello }) },
  };
  return {
    ...context,
    ...(kind === "clear" ? startTlsClients(context, port) : inside),
    once: (key, produce) => context.once(`tls ${port} ${key}`, produce),
  };
}

async function judge(context: CheckContext, open: OpenPort): Promise<Observation<Outcome>[]> {
  const { port, service } = open;
  const about = { subject: String(port), place: { port } };
  const there = atPort(context, open);
  const session = await handshake(there);
  const [leaf] = session?.certificates ?? [];
  if (session === null || leaf === undefined)
    return [{ ...inconclusive(SERVICE_HANDSHAKE), ...about }];
  const found: Outcome[] = objections(context, port, session, leaf);
  if (await acceptsOld(there)) found.push("old-versions");
  const facts = told(context, service, session, leaf);
  return (found.length > 0 ? found : (["sound"] as const)).map((outcome) => ({
    ...about,
    outcome,
    facts,
  }));
}

/** What is wrong with a certificate of the service, be it the first or the second. */
function objections(
  { clock, target }: CheckContext,
  port: number,
  session: TlsSession,
  leaf: X509Certificate,
): Outcome[] {
  const { rsaBits } = keyOf(leaf);
  const { validity } = validityOf(leaf, clock.now());
  const isOfToday = validity !== "expired" && validity !== "not-yet-valid";
  const found: Outcome[] = [];
  if (validity !== "valid") found.push(validity);
  if (!session.trusted && isOfToday)
    found.push(OWN_AUTHORITY.has(port) ? "own-authority" : "untrusted");
  if (leaf.checkHost(target.host, { subject: "never" }) === undefined) found.push("misnamed");
  if (/md5|sha1/i.test(leaf.signatureAlgorithm ?? "") && !isSelfSigned(leaf))
    found.push("broken-signature");
  if (rsaBits < 2048) found.push(rsaBits < 1024 ? "tiny-key" : "short-key");
  return found;
}

function told(
  { clock }: CheckContext,
  service: string,
  session: TlsSession,
  leaf: X509Certificate,
) {
  const { type, bits } = keyOf(leaf);
  const { from, to, days } = validityOf(leaf, clock.now());
  return [
    { name: "tls.service", value: service },
    { name: "tls.protocol", value: session.protocol },
    { name: "cert.serviceNotBefore", value: new Date(from).toISOString() },
    { name: "cert.serviceNotAfter", value: new Date(to).toISOString() },
    { name: "cert.serviceDaysLeft", value: days },
    { name: "cert.serviceTrustError", value: session.trustError ?? "" },
    { name: "cert.serviceKey", value: `${type} ${bits}` },
  ];
}

async function handshake({ tls }: CheckContext): Promise<TlsSession | null> {
  try {
    return await tls.handshake();
  } catch (error) {
    if (error instanceof NetError && ["tls", "reset", "closed"].includes(error.code)) return null;
    throw error;
  }
}

/** What a server does that has no such version: it says so, hangs up, or says nothing that is TLS. */
const REFUSALS: readonly NetErrorCode[] = ["malformed", "closed", "reset", "timeout"];

/** Whether one hello each for TLS 1.1 and 1.0 is answered in its own version. */
async function acceptsOld({ rawTls }: CheckContext): Promise<boolean> {
  for (const version of ["tls1.1", "tls1.0"] as const) {
    try {
      const answer = await rawTls.probe(classicOffer(version, CLASSIC_SUITES));
      if (answer.kind === "hello" && answer.version === version) return true;
    } catch (error) {
      if (!(error instanceof NetError && REFUSALS.includes(error.code))) throw error;
    }
  }
  return false;
}
