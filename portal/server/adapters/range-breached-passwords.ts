import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@sekimori/kit-server/logger";
import type { BreachedPasswords } from "../ports/breached-passwords.ts";

const prefixLength = 5;

/** The lines "SUFFIX:COUNT" of all breached SHA-1 hashes that begin with five hex digits. */
type RangeSource = (prefix: string) => Promise<string>;

/** Ranges from a server that speaks Have I Been Pwned's protocol; it learns five digits only. */
export function rangeServer(baseUrl: string): RangeSource {
  return async (prefix) => {
    const response = await fetch(new URL(`range/${prefix}`, baseUrl), {
      // Padding hides from a listener how many hashes the range has.
      headers: { "add-padding": "true" },
      redirect: "error",
      signal: AbortSignal.timeout(2_000),
    });
    if (!response.ok) throw new Error(`the range server answered ${response.status}`);
    return response.text();
  };
}

/** Ranges from a folder with one file for each prefix ("21BD1.txt"), as the downloader makes. */
export function rangeFolder(folder: string): RangeSource {
  return (prefix) => readFile(join(folder, `${prefix}.txt`), "utf8");
}

/** Looks a password up by k-anonymity. A source that cannot be read is logged and says no. */
export function rangeBreachedPasswords(source: RangeSource, logger: Logger): BreachedPasswords {
  return {
    async includes(password) {
      const hash = createHash("sha1").update(password, "utf8").digest("hex").toUpperCase();
      const suffix = hash.slice(prefixLength);
      try {
        const lines = (await source(hash.slice(0, prefixLength))).split(/\r?\n/);
        // Padding lines have the count 0.
        return lines.some((line) => line.startsWith(`${suffix}:`) && !line.endsWith(":0"));
      } catch (error) {
        logger.warn({ err: error }, "breached passwords cannot be looked up");
        return false;
      }
    },
  };
}
