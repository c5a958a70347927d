import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import { FAULTS, type Fault, objectionsAt } from "../../engine/checks-elsewhere.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { TlsSession } from "../../net/clients.ts";
import type { NetErrorCode } from "../../net/net-error.ts";
import { on, recover } from "../../net/recover.ts";
import { type OpenPort, surveyPorts } from "../ports/open-ports.ts";
import { offersTls } from "../ports/probe/ask.ts";
import { startTlsClients } from "../ports/probe/start-tls.ts";
import { ACCEPTS_EVERYTHING } from "../ports/reasons.texts.ts";
import { webServices } from "../ports/web/web-services.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { CLASSIC_SUITES, classicOffer } from "../tls-survey/offers.ts";
import {
  type CertificateFault,
  certificateFaults,
  mendedBy,
} from "./certificate/certificate-faults.ts";
import { otherSession } from "./certificate/other-session.ts";
import { presented } from "./certificate/presented.ts";
import { validityOf } from "./certificate/validity.ts";
import {
  NO_SERVICE_TLS,
  SERVICE_HANDSHAKE,
  SERVICE_UNDECIDED,
  SERVICES_LEFT,
} from "./reasons.texts.ts";
import { siteChecks } from "./site-checks.ts";
import { atService, ofSecondCertificate, tlsServiceTexts } from "./tls-service.texts.ts";

type Outcome =
  | "sound"
  | Exclude<CertificateFault, "incomplete">
  | "own-authority"
  | "old-versions"
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
export const tlsService = defineCheck(tlsServiceTexts, {
  id: "tls-service",
  category: "tls",
  scope: "address",
  outcomes: {
    sound: { state: "pass", severity: null },
    expired: { state: "fail", severity: "critical", cap: "expired-certificate" },
    "not-yet-valid": { state: "fail", severity: "critical", cap: "expired-certificate" },
    "within-14-days": { state: "fail", severity: "high" },
    "within-30-days": { state: "warn", severity: "medium" },
    untrusted: { state: "fail", severity: "high", cap: "untrusted-certificate" },
    "own-authority": { state: "warn", severity: "medium" },
    misnamed: { state: "warn", severity: "low" },
    "old-versions": { state: "fail", severity: "medium", cap: "old-tls" },
    "broken-signature": { state: "fail", severity: "high" },
    "short-key": { state: "fail", severity: "medium", cap: "short-key" },
    "tiny-key": { state: "fail", severity: "critical", cap: "tiny-key" },
    ...FAULTS,
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
const mayOfferTls = (context: CheckContext, port: number) =>
  recover(offersTls(context, port), () => true);

/** One service that gives no answer leaves what was seen of the others. */
const decided = ({ port }: OpenPort, found: Promise<Observation<Outcome>[]>) =>
  recover(found, (code): Observation<Outcome>[] => [
    { ...inconclusive(NET_REASONS[code]), subject: String(port), place: { port } },
  ]);

/** A service is sound only where nothing else was found at it, and undecided once. */
function agreed(found: readonly Observation<Outcome>[]): Observation<Outcome>[] {
  const others = new Set(
    found.flatMap(({ outcome, place }) => (outcome === "sound" ? [] : [place?.port])),
  );
  const doubts = found.filter(({ outcome }) => outcome === "inconclusive");
  return found.filter((one) => {
    if (one.outcome === "sound") return !others.has(one.place?.port);
    const first = doubts.find(({ place }) => place?.port === one.place?.port);
    return one.outcome !== "inconclusive" || first === one;
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
      text: atService(port, finding.summary),
      place: { port },
      ...(finding.cause === undefined ? {} : { cause: finding.cause }),
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
  const first = await recover(presented(there), () => null);
  if (first === null) return null;
  const session = await recover(otherSession(there, first.leaf), () => "unknown" as const);
  if (session === "unknown") return null;
  const [leaf] = session?.certificates ?? [];
  if (session === null || leaf === undefined) return [];
  const facts = told(there, service, session, leaf);
  return objections(there, port, session, leaf).map((outcome) => {
    const text = ofSecondCertificate(port, tlsService.outcomes[outcome].text);
    const about = { subject: `${port} cert-each ${outcome}`, text, place: { port }, facts };
    return { outcome, ...about, ...mendedBy(leaf, outcome) };
  });
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
    ...mendedBy(leaf, outcome),
  }));
}

/** What is wrong with a certificate of the service, be it the first or the second. */
function objections(
  context: CheckContext,
  port: number,
  session: TlsSession,
  leaf: X509Certificate,
): Outcome[] {
  return certificateFaults(context, session, leaf).flatMap((fault) => {
    // Said by what is said of the chain.
    if (fault === "incomplete") return [];
    return fault === "untrusted" && OWN_AUTHORITY.has(port) ? "own-authority" : fault;
  });
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

const handshake = ({ tls }: CheckContext) =>
  recover(tls.handshake(), on(["tls", "reset", "closed"], null));

/** What a server does that has no such version: it says so, hangs up, or says nothing that is TLS. */
const REFUSALS: readonly NetErrorCode[] = ["malformed", "closed", "reset", "timeout"];

/** Whether one hello each for TLS 1.1 and 1.0 is answered in its own version. */
async function acceptsOld({ rawTls }: CheckContext): Promise<boolean> {
  for (const version of ["tls1.1", "tls1.0"] as const) {
    const asked = rawTls.probe(classicOffer(version, CLASSIC_SUITES));
    const answer = await recover(asked, on(REFUSALS, null));
    if (answer?.kind === "hello" && answer.version === version) return true;
  }
  return false;
}
