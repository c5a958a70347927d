import { Resolver } from "node:dns/promises";
import type { TextRecords } from "../ports/text-records.ts";

/** Answers that say for certain that there is no such record. */
const absent = new Set(["ENOTFOUND", "ENODATA"]);

const isAbsence = (error: unknown) =>
  error instanceof Error && "code" in error && absent.has(String(error.code));

/**
 * Asks the DNS.
 *
 * @param servers addresses of recursive name servers, with a port where it is not 53; those of the
 *   system where none are given.
 */
export function dnsTextRecords(servers: readonly string[]): TextRecords {
  return {
    async look(name) {
      const resolver = new Resolver({ timeout: 3_000, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      try {
        return (await resolver.resolveTxt(name)).map((strings) => strings.join(""));
      } catch (error) {
        return isAbsence(error) ? [] : undefined;
      }
    },
  };
}
