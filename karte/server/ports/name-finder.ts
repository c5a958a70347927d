/** What the DNS says of a name; nothing is sent to the name itself. */
export interface NameFacts {
  readonly name: string;
  /** Name servers and mail hosts of its own, in small letters. */
  readonly nameServers: readonly string[];
  readonly mailHosts: readonly string[];
  readonly addresses: readonly string[];
  /** Where its aliases lead, the last one last. */
  readonly aliases: readonly string[];
}

/** Where names are asked for beyond what a scan sees. */
export interface NameFinder {
  /** Whether the operator has a source of certificate transparency. */
  readonly hasCertificateLog: boolean;
  /**
   * What the DNS says of names, of those that are there. Under a top level that answers for every name, whatever
   * is asked, none is.
   */
  lookUp(names: readonly string[], signal?: AbortSignal): Promise<readonly NameFacts[]>;
  /** Names that addresses are given back as, where the name leads to the address, too. */
  namesOf(
    addresses: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly { readonly address: string; readonly name: string }[]>;
  /** Names beside a domain's and below it in logged certificates; none without a source. */
  logged(domain: string, signal?: AbortSignal): Promise<readonly string[]>;
}
