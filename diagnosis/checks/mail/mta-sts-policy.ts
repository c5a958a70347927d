/** What a policy of MTA-STS says (RFC 8461 §3.2). */
export interface MtaStsPolicy {
  readonly mode: "enforce" | "testing" | "none";
  /** Seconds. */
  readonly maxAge: number;
  /** Patterns of mail hosts, in lower case: a name, or `*.` and a name. */
  readonly mx: readonly string[];
}

/** The most that `max_age` may say, in seconds. */
const longestAge = 31_557_600;

const isMode = (text: string | undefined): text is MtaStsPolicy["mode"] =>
  text === "enforce" || text === "testing" || text === "none";

/**
 * Reads a policy: lines of `name: value`, the names as they are spelt. Of a field that is there
 * twice the first counts; `mx` may be there often.
 *
 * @returns undefined where a field that has to be there is not, or says nothing valid.
 */
export function parsePolicy(text: string): MtaStsPolicy | undefined {
  const fields = text.split(/\r?\n/).flatMap((line) => {
    const [, name = "", value = ""] = /^([\w.-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    return name === "" ? [] : [{ name, value }];
  });
  const first = (name: string) => fields.find((field) => field.name === name)?.value;
  const mode = first("mode");
  const age = first("max_age") ?? "";
  const mx = fields.flatMap(({ name, value }) => (name === "mx" ? [value.toLowerCase()] : []));
  if (first("version") !== "STSv1" || !isMode(mode)) return undefined;
  if (!/^\d{1,10}$/.test(age) || Number(age) > longestAge) return undefined;
  if (mode !== "none" && !mx.some((pattern) => pattern !== "")) return undefined;
  return { mode, maxAge: Number(age), mx: [...new Set(mx)] };
}

/** Whether mail may go to `host`: an asterisk stands for one label (RFC 8461 §4.1). */
export function isListed(host: string, policy: MtaStsPolicy): boolean {
  if (policy.mode === "none") return true;
  const name = host.toLowerCase();
  const [, parent] = /^[^.]+\.(.+)$/.exec(name) ?? [];
  return policy.mx.some((pattern) => pattern === name || pattern === `*.${parent}`);
}
