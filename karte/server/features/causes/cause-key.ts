import { causeKey } from "@sekimori/diagnosis/cause";
import type { Finding } from "@sekimori/diagnosis/finding";

/** The rule's version. Another one comes with a migration after which the job computes all keys anew. */
export const causeVersion = 1;

/** As much of a finding as its cause depends on. */
export interface Caused extends Pick<Finding, "check" | "subject" | "place" | "cause"> {
  /** The name that the workspace manages, to which the host belongs. */
  readonly domain: string;
  /** Of the certificate that the host presents, if known. */
  readonly fingerprint: string | null;
}

type Rule = (finding: Caused) => string;

/** The address where a service was seen: hosts that share it share what is mended there. */
function endpoint({ place: { address, host, port } }: Caused, usual: number): string {
  const where = address ?? host;
  return `${where.includes(":") ? `[${where}]` : where}:${port ?? usual}`;
}

function origin({ place: { url, host } }: Caused): string {
  return url === undefined ? `https://${host}` : new URL(url).origin;
}

/** "nginx 1.18.0", "Grafana 3000": the product without its version or port. */
const product = (subject: string) => subject.replace(/ \d\S*$/, "");

/** "/.git/config": what is taken off the server is all of /.git. */
const root = (path: string) => `/${path.split("/")[1] ?? ""}`;

const service: Rule = (finding) => `service|${endpoint(finding, 443)}`;
const tls: Rule = (finding) => `tls|${endpoint(finding, 443)}`;
const ssh: Rule = (finding) => `ssh|${endpoint(finding, 22)}`;
const headers: Rule = (finding) => `headers|${origin(finding)}`;
const delegation: Rule = ({ domain }) => `delegation|${domain}`;

const certificate: Rule = (finding) =>
  finding.fingerprint === null
    ? `certificate|${endpoint(finding, 443)}`
    : `certificate|${finding.fingerprint}`;

/** Where a check may report several things, each is one to mend. */
const eachSubject =
  (kind: string, where: Rule, name = (subject: string) => subject): Rule =>
  (finding) =>
    finding.subject === null
      ? causeKey(finding)
      : `${kind}|${where(finding)} ${name(finding.subject)}`;

const ofHost: Rule = ({ place }) => place.host;

/** What has to be mended, by check. What the engine names itself comes first: its score counts that once. */
const rules: Readonly<Record<string, Rule>> = {
  "app-print": eachSubject("product", ofHost, product),
  "sw-version": eachSubject("product", ofHost, product),
  "port-admin": service,
  "port-data": service,
  "svc-plain": service,
  "svc-ssh": ssh,
  "cert-expiry": certificate,
  "cert-key": certificate,
  "cert-life": certificate,
  "cert-revoked": certificate,
  "cert-sig": certificate,
  "cert-trust": certificate,
  // The server sends another one than it should, or not all of it.
  "cert-chain": tls,
  "cert-name": tls,
  "tls-aead": tls,
  "tls-comp": tls,
  "tls-dh": tls,
  "tls-ems": tls,
  "tls-fs": tls,
  "tls-new": tls,
  "tls-null": tls,
  "tls-old": tls,
  "tls-pq": tls,
  "tls-service": tls,
  "tls-ssl": tls,
  "tls-weak": tls,
  "web-each": (finding) => `web|${endpoint(finding, 443)}`,
  "http-csp": headers,
  "http-frame": headers,
  "http-hsts": headers,
  "http-isolation": headers,
  "http-nosniff": headers,
  "http-referrer": headers,
  "http-cookie": eachSubject("cookie", origin),
  "http-leak": eachSubject("files", origin, root),
  "exp-files": eachSubject("files", origin, root),
  "dns-dnssec": ({ domain }) => `dnssec|${domain}`,
  "dns-delegation": delegation,
  "dns-lame": delegation,
  "dns-ns": delegation,
  "dns-lookalike": eachSubject("name", ({ domain }) => domain),
  "mail-dkim": eachSubject("dkim", ({ domain }) => domain),
};

/** The checks that the table names, for the test that holds it to the engine's. */
export const checksWithRule = Object.keys(rules);

/**
 * What has to be mended for a finding to end, as a key: equal in all findings of a workspace that end
 * together, readable, and stable until what it names changes.
 */
export function causeOf(finding: Caused): string {
  if (finding.cause !== undefined) return causeKey(finding);
  return (rules[finding.check] ?? causeKey)(finding);
}
