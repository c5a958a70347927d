import { factNames, factValues, type Recipe, type RecipeSite, recipes } from "./recipe.ts";

/** Days to read reports for before senders are to refuse. */
const STEP_DAYS = 14;
/** How long senders keep the policy: a week (RFC 8461 §3.2 wants weeks; a fault would stay as long). */
const MAX_AGE = 604_800;
/** Outcomes for which nothing that senders could use is there yet. */
const NOTHING_YET = ["absent", "policy-missing", "policy-invalid"];

/**
 * The record, the policy and its host. It begins with reports alone (`testing`); a policy that has been read
 * for a while, or is enforced, is enforced. Servers that it names stay in it.
 */
export function mtaSts(site: RecipeSite): readonly Recipe[] {
  const { domain, outcome } = site;
  const host = `mta-sts.${domain}`;
  const [id] = factValues(site, "mtasts.id");
  const first = nextId(id);
  const isFirst =
    outcome === null ||
    NOTHING_YET.includes(outcome) ||
    factValues(site, "mtasts.mode").includes("none");
  const at = `https://${host}/.well-known/mta-sts.txt`;
  const record = (one: string) => `_mta-sts.${domain}. IN TXT "v=STSv1; id=${one}"`;
  if (!isFirst) return recipes({ [at]: policy(site, "enforce"), BIND: record(first) });
  const isHostMissing = outcome === null || outcome === "absent";
  return recipes({
    BIND: [
      ...(isHostMissing ? [`${host}. IN A 192.0.2.80`] : []),
      record(first),
      `; +${STEP_DAYS} d: ${record(nextId(first))}`,
    ].join("\n"),
    Certbot: `certbot certonly --nginx -d ${host}`,
    nginx: server(host),
    [at]: policy(site, "testing"),
    [`${at} (+${STEP_DAYS} d)`]: policy(site, "enforce"),
  });
}

function policy(site: RecipeSite, mode: "testing" | "enforce"): string {
  const listed = factValues(site, "mtasts.listed").filter((name) => PATTERN.test(name));
  const missing = factNames(site, listed.length > 0 ? "mtasts.unlisted" : "mx.hosts");
  const names = [...new Set([...listed, ...missing])];
  const lines = (names.length > 0 ? names : [`mx.${site.domain}`]).map((name) => `mx: ${name}`);
  return ["version: STSv1", `mode: ${mode}`, ...lines, `max_age: ${MAX_AGE}`].join("\n");
}

/** A name, or a wildcard in place of its first label (§4.1). */
const PATTERN = /^(?=.{1,253}$)(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i;

/** Senders fetch the policy again when the id is another (§3.1: letters and digits, 32 at most). */
function nextId(id: string | undefined): string {
  if (id === undefined) return "1";
  if (/^[0-9]{1,31}$/.test(id)) return String(BigInt(id) + 1n);
  return `${id.replace(/[^a-z0-9]/gi, "").slice(0, 31)}1`;
}

/** The file lies apart from every site, whose redirects do not reach it (§3.3 forbids to follow them). */
const server = (host: string) => `server {
  listen 443 ssl;
  server_name ${host};
  ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
  location = /.well-known/mta-sts.txt {
    root /srv/mta-sts;
    default_type text/plain;
  }
}`;
