import type { HttpClient } from "../net/clients.ts";
import { NetError } from "../net/net-error.ts";

/** Names that certificate transparency logs hold for a domain. Off unless a caller passes one. */
export interface CertificateLog {
  /** Host names, possibly with a leading `*.`. Throws NetError when the log does not answer. */
  names(domain: string, http: HttpClient): Promise<readonly string[]>;
}

/** Names that are read from one answer. */
const MAX_NAMES = 2_000;

/**
 * A search front-end that answers JSON like crt.sh: a list of objects whose `name_value` holds
 * names, one a line.
 * @param urlTemplate with `{domain}`, for example `https://crt.sh/?q={domain}&output=json`
 */
export function jsonCertificateLog(urlTemplate: string): CertificateLog {
  return {
    async names(domain, http) {
      const url = urlTemplate.replace("{domain}", encodeURIComponent(domain));
      const response = await http.fetch(url, { verify: true });
      if (response.status !== 200)
        throw new NetError("malformed", `log answered ${response.status}`);
      return readNames(response.text(), response.truncated);
    },
  };
}

function readNames(text: string, truncated: boolean): readonly string[] {
  // A cut answer is no JSON any more; the names in it are still good.
  if (truncated)
    return [...text.matchAll(/"name_value":"([^"]+)"/g)]
      .flatMap(([, value = ""]) => value.split("\\n"))
      .slice(0, MAX_NAMES);
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw new NetError("malformed", "certificate log", { cause: error });
  }
  if (!Array.isArray(rows)) throw new NetError("malformed", "certificate log");
  return rows
    .flatMap((row: unknown) =>
      typeof row === "object" && row !== null && "name_value" in row
        ? String(row.name_value).split("\n")
        : [],
    )
    .slice(0, MAX_NAMES);
}
