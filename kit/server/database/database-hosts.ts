/** What a server must be to be used, as libpq names it in `target_session_attrs`. */
const targets = ["any", "read-write", "primary"] as const;
type Target = (typeof targets)[number];

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/;

/** The servers that one address names. */
export interface DatabaseHosts {
  /** An address for each, in the order given; as the driver reads it. */
  readonly urls: readonly string[];
  /** Whether a server that takes no writes is passed over. */
  readonly wantsWrites: boolean;
}

/**
 * Reads an address of PostgreSQL that may name several servers, as libpq does:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.
 *
 * @throws Error naming what cannot be used
 */
export function databaseHosts(url: string): DatabaseHosts {
  const [, before = "", hosts = "", after = ""] = shape.exec(url) ?? [];
  const named = hosts.split(",");
  // One server, or a socket's address: the driver's own affair.
  if (named.length < 2 && !after.includes("target_session_attrs=")) {
    return { urls: [url], wantsWrites: false };
  }
  if (named.includes("")) throw new Error("names an empty host");
  const urls = named.map((host) => {
    // Like the driver it throws TypeError on what is no address at all.
    const one = new URL(`${before}${host}${after}`);
    one.searchParams.delete("target_session_attrs");
    return one.href;
  });
  const [first = ""] = named;
  const target = new URL(`${before}${first}${after}`).searchParams.get("target_session_attrs");
  if (target !== null && !targets.includes(target as Target)) {
    throw new Error(`has target_session_attrs=${target}; it may be ${targets.join(", ")}`);
  }
  return { urls, wantsWrites: target !== null && target !== "any" };
}
