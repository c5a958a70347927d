import type { X509Certificate } from "node:crypto";
import type { Answer, RecordType } from "dns-packet";

/*
 * The clients a check sees. All of them throw `NetError` only, stand behind the egress guard and
 * remember the answers of one target, so an identical call costs nothing the second time.
 */

/** An endpoint; host and address default to the target's own. Other hosts pass the same guard. */
export interface Endpoint {
  readonly host?: string;
  /** One of the host's own addresses, when a certain one is meant. */
  readonly address?: string;
  readonly port: number;
}

export interface DnsQueryOptions {
  /** Address of a server to ask directly (guarded); without it the recursive resolver is asked. */
  readonly server?: string;
  /** Sets the DO bit, so signatures come along. */
  readonly dnssec?: boolean;
  /**
   * Takes data that failed validation too (the CD bit). Without `dnssec` the bit is set only in a second
   * question, after SERVFAIL.
   */
  readonly checkingDisabled?: boolean;
  /** RD bit; defaults to true for the resolver and false for a named server. */
  readonly recursion?: boolean;
  /** Defaults to UDP with TCP after truncation. */
  readonly transport?: "udp" | "tcp";
}

export interface DnsAnswer {
  /** `nodata` is NOERROR without a record of the asked type (a CNAME may still be there). */
  readonly status: "ok" | "nodata" | "nxdomain" | "servfail" | "refused" | "other";
  readonly rcode: string;
  readonly authoritative: boolean;
  readonly recursionAvailable: boolean;
  /** The AD bit: the resolver validated the answer by DNSSEC. */
  readonly authenticated: boolean;
  readonly answers: readonly Answer[];
  readonly authorities: readonly Answer[];
  readonly additionals: readonly Answer[];
}

export interface DnsTransfer {
  readonly open: boolean;
  readonly rcode: string;
  /** The first record only: the transfer is cut there. */
  readonly first: Answer | null;
}

export interface DnsClient {
  query(name: string, type: RecordType, options?: DnsQueryOptions): Promise<DnsAnswer>;
  /** TXT strings of a name, each record's parts joined; [] when there is none. */
  texts(name: string): Promise<readonly string[]>;
  /** Guarded A and AAAA addresses, special ones left out. Throws `no-address`, or `refused` if ALL are special. */
  addresses(host: string): Promise<readonly string[]>;
  /** False for addresses of the IANA special ranges. */
  isPublic(address: string): boolean;
  /** One AXFR try against a server's address, stopped at the first record. */
  transfer(zone: string, server: string): Promise<DnsTransfer>;
}

export interface TcpStream {
  readonly address: string;
  /** Reads until `done` says so, the peer closes, `maxBytes` (64 KB) or `timeoutMs` (10 s). */
  read(
    done: (received: Uint8Array) => boolean,
    limits?: { readonly maxBytes?: number; readonly timeoutMs?: number },
  ): Promise<Uint8Array>;
  write(bytes: Uint8Array | string): Promise<void>;
  /** Turns the connection into TLS (STARTTLS); the stream itself must not be used after. */
  startTls(servername: string, options?: TlsOptions): Promise<SecureStream>;
  /** Sends a hello of our own in place of that and reads the answer, as `RawTlsClient` does. */
  hello(hello: RawHello & { readonly servername: string }): Promise<RawTlsAnswer>;
  close(): void;
}

/** A stream after STARTTLS. */
export interface SecureStream extends TcpStream {
  readonly session: TlsSession;
}

export interface TcpGreeting {
  readonly state: "open" | "closed" | "filtered";
  /** What the server said unasked; empty when it waits for us. */
  readonly bytes: Uint8Array;
}

export interface TcpClient {
  /** A connection for a dialogue; the caller closes it. Not remembered. */
  open(endpoint: Endpoint): Promise<TcpStream>;
  /** Connects, listens at most `waitMs` (2,000) for up to 4 KB without saying a word, closes. */
  greeting(endpoint: Endpoint, waitMs?: number): Promise<TcpGreeting>;
}

export type TlsVersion = "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";

export interface TlsOptions extends Partial<Endpoint> {
  readonly servername?: string;
  readonly minVersion?: TlsVersion;
  readonly maxVersion?: TlsVersion;
  /** OpenSSL cipher string for TLS 1.2 and below. */
  readonly ciphers?: string;
  readonly alpn?: readonly string[];
  /** Signature algorithms offered, in OpenSSL's words; decides which of two certificates is shown. */
  readonly signatures?: string;
  /** Offers X25519MLKEM768 too; default false. */
  readonly postQuantum?: boolean;
}

export interface TlsSession {
  readonly address: string;
  readonly protocol: TlsVersion;
  /** IANA name of the cipher suite. */
  readonly cipher: string;
  readonly alpn: string | null;
  /** Ephemeral key: ECDH or DH with its bits; null without forward secrecy or on TLS 1.3. */
  readonly ephemeral: {
    readonly type: string;
    readonly name?: string;
    readonly bits: number;
  } | null;
  /** Leaf first, as linked by OpenSSL; `RawTlsAnswer.certificates` has the order sent. */
  readonly certificates: readonly X509Certificate[];
  /** Chain validity alone: the name is checked by cert-name. */
  readonly trusted: boolean;
  /** OpenSSL's code, for example CERT_HAS_EXPIRED. */
  readonly trustError: string | null;
  /** Stapled OCSP response (DER). */
  readonly ocsp: Uint8Array | null;
}

export interface TlsClient {
  /** Port defaults to 443. Never fails for a bad certificate; throws `tls` for a failed handshake. */
  handshake(options?: TlsOptions): Promise<TlsSession>;
}

export type RawVersion = "ssl2" | "ssl3" | "tls1.0" | "tls1.1" | "tls1.2" | "tls1.3";

/** A ClientHello of our own making; nothing follows it, so no key is ever agreed on. */
export interface RawHello extends Partial<Endpoint> {
  /** Highest version offered (and for ssl3 to tls1.2 the only one a good server answers with). */
  readonly version: RawVersion;
  /** Cipher suite numbers in order; three-byte kinds for ssl2. */
  readonly ciphers: readonly number[];
  /** Compression methods; defaults to [0] (null). */
  readonly compression?: readonly number[];
  /** Named groups; defaults to the usual curves and FFDHE groups. */
  readonly groups?: readonly number[];
  /** Offers extended_master_secret; default true. */
  readonly extendedMasterSecret?: boolean;
  /** Sends TLS_FALLBACK_SCSV; default false. */
  readonly fallback?: boolean;
  readonly servername?: string;
}

export type RawTlsAnswer =
  | {
      readonly kind: "hello";
      readonly version: RawVersion;
      readonly cipher: number;
      readonly compression: number;
      /** Extension numbers in the server's hello. */
      readonly extensions: readonly number[];
      /** The group of ECDHE, of a TLS 1.3 key share or of a hello-retry request. */
      readonly group: number | null;
      /** Bits of the DHE prime. */
      readonly dhBits: number | null;
      /** DER, in the order sent; empty on TLS 1.3, where they are encrypted. */
      readonly certificates: readonly Uint8Array[];
    }
  | {
      readonly kind: "ssl2-hello";
      readonly ciphers: readonly number[];
      readonly certificates: readonly Uint8Array[];
    }
  | { readonly kind: "alert"; readonly level: number; readonly description: number }
  /** Closed or reset without a TLS answer. */
  | { readonly kind: "closed" };

export interface RawTlsClient {
  /** Port defaults to 443. Throws `malformed` when the answer is not TLS, `closed` when the port is. */
  probe(hello: RawHello): Promise<RawTlsAnswer>;
}

export interface HttpRequest {
  readonly method?: "GET" | "HEAD" | "OPTIONS" | "TRACE";
  readonly headers?: Readonly<Record<string, string>>;
  /** Redirects to follow, at most 5; default 0. */
  readonly redirects?: number;
  /** Refuses an untrusted or misnamed certificate (`tls`); default false. */
  readonly verify?: boolean;
}

export interface HttpHop {
  readonly url: string;
  readonly status: number;
  readonly location: string;
}

export interface HttpResponse {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  /** Name (lower case) and value, in the order received; repeated headers stay apart. */
  readonly headers: readonly (readonly [string, string])[];
  /** All values of a header joined by ", "; null when absent. */
  header(name: string): string | null;
  /** Every value of a header on its own (Set-Cookie). */
  headerValues(name: string): readonly string[];
  /** Decompressed, at most 1 MB. */
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** The body by its declared charset (UTF-8 when none fits). */
  text(): string;
  readonly hops: readonly HttpHop[];
  /**
   * Set when a redirect led to another host: it is recorded here and not followed, since only
   * the target's own names are examined.
   */
  readonly leftFor: string | null;
}

export interface HttpClient {
  /** Absolute http(s) URL, or a path that is resolved against `https://<target>/`. */
  fetch(url: string, request?: HttpRequest): Promise<HttpResponse>;
  /** The target's front page: https with redirects, plain http when port 443 does not answer. */
  root(): Promise<HttpResponse>;
}
