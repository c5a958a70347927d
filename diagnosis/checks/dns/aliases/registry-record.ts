import { domainToASCII } from "node:url";
import type { CheckContext } from "../../../engine/context.ts";
import type { HttpResponse } from "../../../net/clients.ts";
import { isScanEnd, recover } from "../../../net/recover.ts";

/**
 * What the registry itself has of a domain: a record, none, none that it would give to anyone, or nothing was
 * learned. DNS alone does not tell: a domain that was taken out of the zone because its fee was not paid, or that
 * has no name servers, is still somebody's.
 */
export type RegistryRecord =
  | { readonly kind: "kept"; readonly status: readonly string[] }
  | { readonly kind: "none" | "withheld" | "unknown" };

const MAX_STATUS = 10;
/** Other servers to which a registry may send us for one domain (RFC 7480 §5.2). */
const MAX_HOPS = 3;
const UNKNOWN = { kind: "unknown" } as const;

/**
 * Asks the registry by RDAP (RFC 9082 §3.1.3), once per target and domain. 404 says that it has none (RFC 7480
 * §5.3), where it is the registry's own: in RDAP's media type or its form of errors, and from the server that the
 * data name. A page of any other kind, a rate limit, a failure and another server's 404 say nothing.
 */
export function registryRecord(
  context: CheckContext,
  domain: string,
  rdap: string | null,
): Promise<RegistryRecord> {
  return context.once(`dns.registry-record ${domain}`, async () => {
    if (rdap === null) return UNKNOWN;
    const answer = await inTurn(context, rdap, () =>
      ask(context, `${rdap}domain/${domain}`, domain),
    );
    if (answer?.status === 200) return readRecord(parsed(answer), domain);
    const isOwn = answer !== null && new URL(answer.url).origin === new URL(rdap).origin;
    return isOwn && answer.status === 404 ? readAbsence(answer) : UNKNOWN;
  });
}

/** One question after the other, and none any more once the registry said that they are too many (RFC 7480 §5.5). */
async function inTurn(
  context: CheckContext,
  rdap: string,
  ask: () => Promise<HttpResponse | null>,
): Promise<HttpResponse | null> {
  const registry = await context.once(`dns.registry ${rdap}`, async (): Promise<Registry> => {
    return { isBusy: false, last: Promise.resolve() };
  });
  const turn = registry.last.then(async () => (registry.isBusy ? null : await ask()));
  registry.last = turn.then(
    (answer) => {
      registry.isBusy ||= answer?.status === 429 || answer?.status === 503;
    },
    () => undefined,
  );
  return await turn;
}

interface Registry {
  isBusy: boolean;
  last: Promise<void>;
}

/** Follows the registry to another server of its own for the same domain; null where nothing came. */
async function ask(context: CheckContext, first: string, domain: string) {
  const request = { verify: true, headers: { accept: "application/rdap+json" } };
  let url = first;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const answer = await recover(context.http.fetch(url, request), (code) =>
      code === "busy" || isScanEnd(code) ? undefined : null,
    );
    if (answer === null || ![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    const next = URL.parse(answer.header("location") ?? "", url);
    const isSameQuestion = next?.pathname.toLowerCase().endsWith(`/domain/${domain}`) ?? false;
    if (next?.protocol !== "https:" || !isSameQuestion) return null;
    url = next.href;
  }
  return null;
}

function parsed(answer: HttpResponse): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(answer.text());
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A record is one only if it is this domain's (RFC 9083 §5.3), by either form of its name. */
function readRecord(
  record: Readonly<Record<string, unknown>> | null,
  domain: string,
): RegistryRecord {
  const names = [record?.ldhName, record?.unicodeName].flatMap((name) =>
    typeof name === "string" ? [domainToASCII(name.replace(/\.$/, ""))] : [],
  );
  if (record === null || !names.includes(domain)) return UNKNOWN;
  const status = Array.isArray(record.status) ? record.status : [];
  const words = status.filter((one): one is string => typeof one === "string");
  return { kind: "kept", status: words.slice(0, MAX_STATUS) };
}

/** How registries say that they have none; anything else may be a name in auction, kept back or on its way out. */
const NONE =
  /not[ _-]?(?:been )?found|no (?:such |matching )?(?:domain|object|data|match|record|entr|result|information)|(?:does|do)(?: not|n't) exist|not registered|unknown (?:domain|object)|^\W*404\W*$/i;
/** Names that a registry keeps from everybody, or sells on terms of their own, have no record either. */
const WITHHELD =
  /reserved|blocked|prohibited|restricted|unavailable|not available|premium|withheld|auction|quarantine|pending|redemption/i;

function readAbsence(answer: HttpResponse): RegistryRecord {
  const body = parsed(answer);
  const isRdap =
    /^application\/rdap\+json\b/i.test(answer.header("content-type") ?? "") ||
    body?.errorCode === 404;
  if (!isRdap) return UNKNOWN;
  const said = [body?.title, body?.description].flat().filter(Boolean).join(" ");
  if (WITHHELD.test(said)) return { kind: "withheld" };
  return said === "" || NONE.test(said) ? { kind: "none" } : UNKNOWN;
}
