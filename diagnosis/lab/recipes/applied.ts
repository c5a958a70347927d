import type { Finding } from "../../engine/finding.ts";
import type { ChainOptions } from "../../fixtures/pki/fixture-authority.ts";
import { HEADER_CHECKS } from "../../pages/recipes/header-block.ts";
import { recipesFor } from "../../pages/recipes.ts";
import { withFiles } from "../copied-lines.ts";
import type { ExaminedState } from "../examine-states.ts";
import type { ApplicationSpec, LabState } from "../state.ts";

/** Where an owner copies to. */
type Part =
  | "web"
  | "application"
  | "page"
  | "zone"
  | "mail"
  | "services"
  | "certbot"
  | "servers"
  | "signing"
  | "policy"
  | "tlsa"
  | "dkim"
  | "firewall";

/** What an owner copied for one state: into a server's settings, into the zone, or as a command. */
export type Applied = Readonly<Record<Part, readonly string[]>>;

/** By the name of the state. */
export type AllApplied = Readonly<Record<string, Applied>>;

/** Whose recipe fits the server of a state. */
const PRODUCTS: Readonly<Record<string, string>> = {
  nginx: "nginx",
  apache: "Apache",
  caddy: "Caddy",
  postfix: "Postfix",
  exim: "Exim",
  dovecot: "Dovecot",
  vsftpd: "vsftpd",
  redis: "Redis",
  memcached: "memcached",
  mariadb: "MySQL",
  postgresql: "PostgreSQL",
  mosquitto: "Mosquitto",
  rsync: "rsync",
  sshd: "OpenSSH",
  slapd: "OpenLDAP (Debian, Ubuntu)",
};

/** Those that sign what they serve. */
const SIGNERS: Readonly<Record<string, string>> = {
  bind: "BIND",
  knot: "Knot",
  powerdns: "PowerDNS",
};

/** Whose recipe of cookies the owner of an application behind nginx takes. */
const COOKIES: Readonly<
  Record<ApplicationSpec["kind"], readonly (readonly [Part, string | undefined])[]>
> = {
  proxied: [["web", "nginx"]],
  express: [["application", "Express"]],
  php: [["application", "PHP"]],
};

/** Checks by what their recipes are: lines of a site, records of a zone, a certificate, lines of a service. */
const WEB =
  /^(?:http-(?:none|hsts|csp|frame|nosniff|referrer|isolation|redirect|leak|cors|cookie|mixed|sri)|exp-files|tls-(?:ssl|old|new|null|weak|aead|fs|dh))$/;
const ZONE = /^(?:mail-(?:spf|dkim|dmarc|spoof|tlsrpt)|dns-caa)$/;
/** Records that lead where nobody is any more: they go. */
const GONE = /^dns-(?:dangling|lapsed)$/;
const ALONE = /^(?:mail-mtasts|mail-dane|dns-dnssec)$/;
const CERTIFICATE = /^cert-/;
const SERVICE = /^(?:tls-service|svc-plain|svc-ssh|port-data|port-admin)$/;
/** Of the name servers of a domain. */
const SERVER = /^dns-(?:axfr|recursion)$/;

/** A mail server that senders cannot use as it is; what its names lead to is for a person. */
const isOfMail = ({ check, outcome }: Finding) =>
  check === "mail-starttls" || (check === "mail-mx" && outcome === "old-tls");

/**
 * What needs more than this lab has: days between the old key of a zone and the new one.
 */
const FOR_A_PERSON = new Set(["weak-algorithm", "short-key", "tiny-key", "cds-mismatch"]);

/** Whether a finding is one that a recipe of this lab is applied for. */
export const isTried = (finding: Finding): boolean =>
  finding.severity !== null &&
  (finding.severity !== "info" || ["mail-dane", "http-isolation"].includes(finding.check)) &&
  ([WEB, ZONE, GONE, CERTIFICATE, SERVICE, SERVER, ALONE].some((checks) =>
    checks.test(finding.check),
  ) ||
    isOfMail(finding)) &&
  !FOR_A_PERSON.has(finding.outcome);

/** The products whose recipes its owner takes, and what they are part of. */
function takenFor(
  { name, web, mail, zone, services = [] }: LabState,
  finding: Finding,
): readonly (readonly [Part, string | undefined])[] {
  // The zone's owner signs with what serves it; only the lab's own hosts are at hand.
  if (isOfMail(finding))
    return finding.place.host === `mx.${name}.jp` ? [["mail", PRODUCTS[mail?.server ?? ""]]] : [];
  if (SERVER.test(finding.check)) return zone?.servers === "loose" ? [["servers", "BIND"]] : [];
  if (finding.check === "mail-dane") {
    const isOwn = finding.place.host === `mx.${name}.jp` && mail !== undefined;
    return isOwn ? ["OpenSSL", "BIND"].map((product) => ["tlsa", product] as const) : [];
  }
  if (GONE.test(finding.check))
    return [
      ["zone", "BIND"],
      ["page", "HTML"],
    ];
  if (finding.place.host !== `${name}.jp`) return [];
  if (finding.check === "dns-dnssec") {
    const signer = SIGNERS[zone?.servers ?? "bind"];
    // What a program that signs nothing serves can be mended at the parent alone.
    const isOfParent =
      ["no-ds", "ds-mismatch"].includes(finding.outcome) &&
      finding.evidence.some(({ name, value }) => name === "dnssec.keys" && value === true);
    if (signer === undefined && !isOfParent) return [];
    return [signer, "DS"].map((product) => ["signing", product] as const);
  }
  if (finding.check === "mail-mtasts")
    return [
      ["zone", "BIND"],
      ["policy", "nginx"],
      ["policy", `https://mta-sts.${name}.jp/.well-known/mta-sts.txt`],
    ];
  if (finding.check === "mail-dkim" || finding.outcome === "signs-all")
    return ["OpenDKIM", "BIND"].map((product) => ["dkim", product]);
  if (ZONE.test(finding.check)) return [["zone", "BIND"]];
  if (/^port-/.test(finding.check) && services[0]?.alone) return [["firewall", "nftables"]];
  if (SERVICE.test(finding.check)) return [["services", PRODUCTS[services[0]?.kind ?? ""]]];
  // nginx changes the cookies of what it stands in front of, and has none of its own.
  if (finding.check === "http-cookie" && web?.server === "nginx")
    return web.application === undefined ? [] : COOKIES[web.application.kind];
  // Whose site has no headers of its own there yet would be told of them next.
  if (
    web?.https === false &&
    /^http-(?:none|redirect)$/.test(finding.check) &&
    web.server !== "nginx"
  )
    return [];
  const site = ["web", PRODUCTS[web?.server ?? ""]] as const;
  // Pages are files here: what they name is changed there, but for pictures, which the server's line is enough for.
  if (finding.check === "http-sri") return ["HTML", "OpenSSL"].map((product) => ["page", product]);
  if (finding.check === "http-mixed" && finding.outcome === "active") return [["page", "HTML"]];
  // The file that the server's line names is made by OpenSSL first.
  if (finding.check === "tls-dh") return site[1] === undefined ? [] : [["web", "OpenSSL"], site];
  return CERTIFICATE.test(finding.check) ? [["certbot", "Certbot"], site] : [site];
}

/** The recipes of a finding that its owner would take, none where none is for the servers that are there. */
export function recipesOf(
  state: LabState,
  finding: Finding,
  all: readonly Finding[],
): readonly (readonly [Part, string])[] {
  const here = all.filter(
    ({ place, severity }) => severity !== null && place.host === finding.place.host,
  );
  const recipes = recipesFor(finding, {
    domain: `${state.name}.jp`,
    openChecks: new Set(here.map(({ check }) => check)),
    assets: [],
  });
  return takenFor(state, finding).flatMap(([part, product]) => {
    const text = recipes.find((one) => one.product === product)?.text;
    return text === undefined ? [] : [[part, text] as const];
  });
}

/** What the owners of these states copy after the first scan; nothing for those who have nothing to mend. */
export function appliedOf(examined: readonly ExaminedState[]): AllApplied {
  return Object.fromEntries(
    examined.flatMap(({ state, findings }) => {
      const taken = oneBlock(findings)
        .filter(isTried)
        .flatMap((finding) => recipesOf(state, finding, findings));
      const texts = (part: Part) => [
        ...new Set(taken.filter(([of]) => of === part).map(([, text]) => text)),
      ];
      const applied: Applied = {
        web: texts("web"),
        application: texts("application"),
        page: texts("page"),
        zone: texts("zone"),
        mail: texts("mail"),
        services: texts("services"),
        certbot: texts("certbot"),
        servers: texts("servers"),
        signing: texts("signing"),
        policy: texts("policy"),
        tlsa: texts("tlsa"),
        dkim: texts("dkim"),
        firewall: texts("firewall"),
      };
      return taken.length > 0 ? [[state.name, applied]] : [];
    }),
  );
}

/** Headers that are missing at a host are one cause and one block: of its findings the policy's has all. */
function oneBlock(findings: readonly Finding[]): readonly Finding[] {
  const isHeader = ({ check }: Finding) => HEADER_CHECKS.some((one) => one === check);
  const missing = findings.filter((one) => isTried(one) && isHeader(one));
  const [first] = missing.toSorted(
    (left, right) => Number(right.check === "http-csp") - Number(left.check === "http-csp"),
  );
  return findings.filter((one) => !missing.includes(one) || one === first);
}

/** The states as they are after their owners have copied what they were given. */
export function mended(states: readonly LabState[], applied: AllApplied): readonly LabState[] {
  return states.flatMap((state) => {
    const own = applied[state.name];
    if (own === undefined) return [];
    const { web, mail, services, dkimSelectors = [] } = state;
    const dkim = own.dkim.map((text) => text.split("\n").find((line) => GENKEY.test(line)));
    const [dkimApplied] = dkim.flatMap((line) => line ?? []);
    const selector = GENKEY.exec(dkimApplied ?? "")?.[1];
    return [
      {
        ...state,
        zone: {
          ...state.zone,
          applied: [...own.zone, ...own.dkim.flatMap(laterRecords)],
          ...(dkimApplied === undefined ? {} : { dkimApplied }),
          serverApplied: own.servers,
          signingApplied: own.signing,
        },
        // The owner names the new selector to us as well.
        ...(selector === undefined ? {} : { dkimSelectors: [...dkimSelectors, selector] }),
        ...mendedPolicy(state, own.policy),
        ...(web === undefined ? {} : { web: mendedSite(state.name, web, own) }),
        ...(mail === undefined
          ? {}
          : {
              mail: {
                ...withCertificateOf(mail, own.mail),
                applied: own.mail,
                ...(own.tlsa.length > 0 ? { tlsaApplied: own.tlsa } : {}),
              },
            }),
        ...(services === undefined
          ? {}
          : {
              services: services.map((one) => ({
                ...withCertificateOf(one, own.services),
                applied: own.services,
                firewallApplied: own.firewall,
              })),
            }),
      },
    ];
  });
}

/** The command that makes a key, and its selector. */
const GENKEY = /^opendkim-genkey .* -s (\S+)/;

/** What is published once the days that a recipe names are over. */
const laterRecords = (text: string): readonly string[] =>
  [...text.matchAll(/^; \+\d+ d: (\S+\. IN .*)$/gm)].flatMap(([, record]) => record ?? []);

/** The policy of MTA-STS, at a new host or in the place of the old one. */
function mendedPolicy({ policy }: LabState, texts: readonly string[]): Pick<LabState, "policy"> {
  const applied = texts.find((text) => text.startsWith("server {"));
  const text = texts.find((one) => one.startsWith("version:"));
  if (text === undefined) return {};
  return { policy: { ...policy, text, ...(applied === undefined ? {} : { applied }) } };
}

const namesFiles = (texts: readonly string[]) =>
  texts.some((text) => text.includes("fullchain.pem"));

/** Whoever names the files of a certificate has put a sound one of the server's own name there. */
function withCertificateOf<T extends { readonly certificate?: ChainOptions }>(
  spec: T,
  texts: readonly string[],
): T {
  if (!namesFiles(texts)) return spec;
  const { certificate: _, ...rest } = spec;
  return rest as T;
}

type Web = NonNullable<LabState["web"]>;

const isCommand = (text: string) => text.startsWith("openssl ");
/** A group of Diffie and Hellman, where the site's other files lie. */
const inFolder = (name: string, text: string) =>
  text.replaceAll("ffdhe3072.pem", `/lab/tls/${name}/ffdhe3072.pem`);

/** The site with its lines, and with what Certbot has put in the place of its certificates. */
function mendedSite(name: string, site: Web, { web: lines, certbot, ...own }: Applied): Web {
  const web = {
    ...site,
    ...(own.page.length === 0 ? {} : { pageApplied: own.page }),
    ...(site.application === undefined
      ? {}
      : { application: { ...site.application, applied: own.application } }),
  };
  const files = { chain: `/lab/tls/${name}/chain.pem`, key: `/lab/tls/${name}/key.pem` };
  const commands = lines.filter(isCommand).map((text) => inFolder(name, text));
  const applied = lines
    .filter((text) => !isCommand(text))
    .map((text) => inFolder(name, withFiles(text, files)));
  const { certificate = {}, secondCertificate } = web;
  if (certbot.length > 0) {
    const renewed = (options: ChainOptions) => renewedBy(certbot.join("\n"), options);
    return {
      ...web,
      applied,
      commands,
      certificate: renewed(certificate),
      ...(secondCertificate === undefined ? {} : { secondCertificate: renewed(secondCertificate) }),
    };
  }
  // The chain that was sent in part lies beside the certificate, whole.
  const { sends: _, ...whole } = certificate;
  return { ...web, applied, commands, certificate: namesFiles(lines) ? whole : certificate };
}

/** Certbot's next certificate: its usual life and authority, the names and the kind of key that it had or is told. */
function renewedBy(command: string, { dnsNames, key, signer }: ChainOptions): ChainOptions {
  const run = command.replaceAll(/^#.*$/gm, "");
  const told = [...run.matchAll(/-d '?([^\s']+)/g)].flatMap(([, name]) => name ?? []);
  const names = told.length > 0 ? told : dnsNames;
  const isNewKey = run.includes("--key-type ecdsa");
  return {
    ...(names === undefined ? {} : { dnsNames: names }),
    ...(isNewKey || key === undefined ? {} : { key }),
    ...(isNewKey || signer !== "rsa" ? {} : { signer }),
  };
}
