import type { Grade } from "../engine/grades.ts";
import type { ChainOptions } from "../fixtures/pki/fixture-authority.ts";

/** The rows of the table, each with what it is held against. */
export type Area =
  | "TLS"
  | "HTTP headers"
  | "exposed files"
  | "security.txt"
  | "CORS, mixed content"
  | "DNS, DNSSEC"
  | "SPF"
  | "DMARC, DKIM"
  | "MX, STARTTLS, DANE"
  | "open ports"
  | "JS libraries"
  | "versions"
  | "clean hosts";

/** How a zone is signed, or what went wrong with it. */
export type ZoneSigning =
  | "sound"
  | "none"
  | "no-ds"
  | "wrong-ds"
  | "expired"
  | "ending"
  | "altered"
  | "unsigned-data"
  | "sha1"
  | "nsec3"
  | "nsec3-10"
  | "nsec3-150"
  | "opt-out"
  | "nsec3-1"
  | "nsec3-salted"
  | "rsa-1024"
  | "rsa-sha512"
  | "sha1-nsec3"
  | "ed25519"
  | "ed448"
  | "p384"
  /** A key for the keys and another for the data. */
  | "two-keys"
  /** By the digest in the parent's DS. */
  | "ds-sha1"
  | "ds-sha384"
  /** The parent names a key more, which the zone does not have yet (RFC 6781 §4.1.2). */
  | "spare-ds"
  /** By Knot as it answers: compact denial (RFC 9824's form, an NSEC at the name). */
  | "online"
  /** By PowerDNS as it answers: NSEC3 that covers the one name. */
  | "narrow";

/** Who answers for a zone; each is two addresses in different networks. */
export type NameServer = "bind" | "nsd" | "knot" | "powerdns" | "loose";

export type ZoneSpec = {
  /**
   * Lines of a master file, `{domain}`, `{v4}`, `{v6}`, `{mx4}`, `{mx6}` filled in. A state without mail
   * gets a null MX, `-all` and `p=reject`, unless a line says otherwise; CAA likewise.
   */
  readonly records?: readonly string[];
  /** Types of the records that would be there of themselves: `A`, `AAAA`, `CAA`, `MX`, `SPF`, `DMARC`. */
  readonly without?: readonly string[];
  readonly signing?: ZoneSigning;
  readonly servers?: NameServer;
  /** NS lines at the parent in place of the child's, and addresses (glue) that go with them. */
  readonly delegation?: readonly string[];
  /** NS lines in the zone in place of the usual two. */
  readonly nameServers?: readonly string[];
  /** Lines of other companies' zones, below one of `houseZones`, for names that aliases point to. */
  readonly elsewhere?: readonly string[];
  /** Recipes that the owner has copied. */
  readonly applied?: readonly string[];
  /** The same, for the program that serves the zone (`loose`). */
  readonly serverApplied?: readonly string[];
  /** The same, for the one that signs it, with the command whose lines the parent is given. */
  readonly signingApplied?: readonly string[];
  /** The command that makes a key of DKIM and prints its record. */
  readonly dkimApplied?: string;
  /** The second server holds the zone with an older serial. */
  readonly staleSecond?: true;
};

export type WebServer = "nginx" | "apache" | "lighttpd" | "haproxy" | "gnutls" | "caddy";

export type WebSpec = {
  readonly server: WebServer;
  readonly certificate?: ChainOptions;
  /** A second certificate of another key type beside the first. */
  readonly secondCertificate?: ChainOptions;
  /** `TLSv1.2` and the like; the server's sound choice when absent. */
  readonly protocols?: readonly string[];
  /** OpenSSL's cipher list, or GnuTLS's priorities. */
  readonly ciphers?: string;
  /** Port 80: sends to HTTPS (default), has the same pages, or is closed. */
  readonly http?: "redirect" | "same" | "closed";
  readonly https?: false;
  /** Beside or in place of the sound headers; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Path → content. `/` is the front page. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further lines of this server's own configuration, inside the site. */
  readonly extra?: string;
  /** Recipes that the owner has copied (nginx, Apache, Caddy). */
  readonly applied?: readonly string[];
  /** What the owner has changed in the front page, and commands that print what goes into it. */
  readonly pageApplied?: readonly string[];
  /** Commands of recipes, run before the server starts. */
  readonly commands?: readonly string[];
  /** A further HTTPS port (nginx), with the same pages. */
  readonly alsoAt?: { readonly port: number; readonly certificate?: ChainOptions };
  /** What the front page comes from, in place of a file (nginx). */
  readonly application?: ApplicationSpec;
  /** Size of the group for DHE (nginx). */
  readonly dhBits?: number;
};

/** An application behind nginx that sets a cookie. */
export type ApplicationSpec = {
  /** Over HTTP, whose owner has nginx alone at hand or a line of Express's; or PHP, whose session it is. */
  readonly kind: "proxied" | "express" | "php";
  /** As it is sent (`proxied`), or name, value and what the application says already (`express`). */
  readonly cookie?: string;
  /** Recipes that the owner has copied (Express, PHP). */
  readonly applied?: readonly string[];
};

/** A policy of MTA-STS at `mta-sts.<domain>`, served by nginx at the mail server's address. */
export type PolicySpec = {
  readonly text: string;
  /** The server block that the owner has copied. */
  readonly applied?: string;
};

export type MailSpec = {
  readonly server: "postfix" | "exim";
  readonly certificate?: ChainOptions;
  readonly startTls?: false;
  /** Postfix's protocol list. */
  readonly protocols?: string;
  /** Publishes the key's digest, or another's (RFC 7672 §3.1.1). */
  readonly tlsa?: "matching" | "other";
  /** The command that tells the digest, and the record that its owner has copied. */
  readonly tlsaApplied?: readonly string[];
  /** How it treats those whom it does not know: by its greeting, by its answer to EHLO or to STARTTLS. */
  readonly strangers?:
    | "refused"
    | "deferred"
    | "helo-refused"
    | "helo-deferred"
    | "tls-unavailable";
  /** Recipes that the owner has copied. */
  readonly applied?: readonly string[];
};

/** Something else that listens on the host's own address. */
export type ServiceSpec = {
  /** One of `servers/services.ts`. */
  readonly kind: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly certificate?: ChainOptions;
  /** Recipes that the owner has copied (Dovecot, vsftpd). */
  readonly applied?: readonly string[];
  /** It has a machine, and with that a firewall, to itself. */
  readonly alone?: true;
  /** What the owner has copied for that one. */
  readonly firewallApplied?: readonly string[];
};

/**
 * One state of the lab: the domain `<name>.jp` with its servers, and the truth about it. A claim is
 * `check:outcome`, or `check` for any outcome that objects.
 */
export type LabState = {
  readonly name: string;
  readonly area: Area;
  /** One of those that the quick form runs. */
  readonly quick?: true;
  readonly zone?: ZoneSpec;
  readonly web?: WebSpec;
  readonly mail?: MailSpec;
  readonly policy?: PolicySpec;
  readonly services?: readonly ServiceSpec[];
  /** Labels of further hosts that the customer approved (`www`). */
  readonly hosts?: readonly string[];
  /** The best grade that is true of it: it must have this one or a worse, and not none. */
  readonly gradeAtMost?: Grade;
  /** Selectors that the customer named. */
  readonly dkimSelectors?: readonly string[];
  /** What the engine must report. */
  readonly finds: readonly string[];
  /** What it must not report, where that is worth a comparison of its own. */
  readonly lacks?: readonly string[];
  /** What may be reported as well, because the fault shows there too. */
  readonly tolerates?: readonly string[];
};
