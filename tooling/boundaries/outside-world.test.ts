import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { codeOf } from "./table-use.ts";

// What a rule must be given and not fetch for itself: the time, the environment, the network.

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Code of ours without its comments, by file. */
function sources(pattern: string): ReadonlyMap<string, string> {
  const files = globSync(pattern, {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.{test,e2e}.{ts,tsx}", "**/testing/**"],
  });
  return new Map(files.map((file) => [file, codeOf(readFileSync(`${root}${file}`, "utf8"))]));
}

const product = sources("{kit,portal,karte,console,diagnosis,cli,sandbox}/**/*.{ts,tsx}");

/** Files below one of the folders whose code matches. */
function found(typed: RegExp, folders: RegExp): string[] {
  return [...product]
    .filter(([file, code]) => folders.test(file) && typed.test(code))
    .map(([file]) => file)
    .toSorted();
}

const wallClock = /\bDate\.now\(\)|\bnew Date\(\)/;
const environment = /\bprocess\.env\b/;
const network =
  /(?<![.\w])fetch\(|import \{[^}]*\b(?:request|get|connect|createConnection|Agent)\b[^}]*\} from "node:(?:https?|net|tls|dgram)"|import \{[^}]*\} from "undici"/;
const output = /\bprocess\.std(?:out|err)\b|\bconsole\./;

test.each([
  ["process.stdout.write(token)", output],
  ["const now = Date.now();", wallClock],
  ["const now = new Date();", wallClock],
  ["if (process.env.NODE_ENV)", environment],
  ["await fetch(address)", network],
  ['import { request } from "node:https";', network],
])("is seen: %s", (line, typed) => {
  expect(line).toMatch(typed);
});

test("what takes a clock or asks an adapter is not", () => {
  expect("const now = clock.now(); new Date(row.at); await outbound.fetch(url)").not.toMatch(
    new RegExp(`${wallClock.source}|${network.source}`),
  );
});

/** A file that may, with the reason. */
type Allowed = Readonly<Record<string, string>>;

const tellsTheTime: Allowed = {
  "kit/server/clock/clock.ts": "the clock itself",
  "kit/server/jobs/worker-liveness.ts": "a lease is of real seconds, whatever the moved clock says",
  "kit/server/limits/limits.ts": "budgets fill up in real seconds",
  "kit/server/logger/standard-output.ts": "the log's own time",
  "kit/server/mail/mail.ts": "a retry waits real seconds",
  "kit/server/relying-party/provider-client.ts": "the provider's tokens end in real seconds",
  "kit/server/relying-party/relying-party.ts": "the provider's tokens end in real seconds",
  "kit/server/relying-party/security-event.ts": "the provider's clock says when its event was",
  "kit/server/relying-party/session-store.ts": "the provider's tokens end in real seconds",
  "kit/server/webhooks/deliver.ts": "a retry waits real seconds",
};

const openid = "the OpenID library counts its tokens by the machine's time";
const signsOfLife = "signs of life follow the machine's time: a moved clock silences nobody";

const serversTellTheTime: Allowed = {
  "karte/server/features/purge/purge-jobs.ts": "paces are of real seconds",
  "karte/server/features/run-records/run-rows.ts": signsOfLife,
  "karte/server/features/runs/pulse.ts": signsOfLife,
  "karte/server/features/runs/run-list.ts": signsOfLife,
  "karte/server/features/runs/run-worker.ts": signsOfLife,
  "karte/server/features/schedules/look-job.ts": signsOfLife,
  "karte/server/features/tokens/token-answers.ts": "budgets fill up in real seconds",
  "karte/server/features/tokens/token-calls.ts": "budgets fill up in real seconds",
  "portal/server/adapters/altcha-captcha.ts": "a challenge is solved in real seconds",
  "portal/server/adapters/openid-external-identity.ts": "what is remembered grows old in real time",
  "portal/server/adapters/saml/library-client.ts":
    "a provider's word ages by the machine's time, as the SAML library counts",
  "portal/server/adapters/saml/logout.ts":
    "a provider's word ages by the machine's time, as the SAML library counts",
  "portal/server/adapters/saml/saml.ts":
    "a provider's word ages by the machine's time, as the SAML library counts",
  "portal/server/features/applications/access-tokens.ts": openid,
  "portal/server/features/monthly-summary/ask-application.ts": openid,
  "portal/server/features/openid/clients/client-registry.ts": openid,
  "portal/server/features/openid/clients/client-walks.ts": openid,
  "portal/server/features/openid/clients/connected-applications-repository.ts": openid,
  "portal/server/features/openid/openid-jobs.ts": openid,
  "portal/server/features/openid/protocol/authentication.ts": openid,
  "portal/server/features/openid/provider/provider.ts": openid,
  "portal/server/features/openid/refusals/refusal-log.ts":
    "how much is kept in a minute is counted by the machine's",
  "portal/server/features/openid/storage/client-adapter.ts": openid,
  "portal/server/features/openid/storage/record-adapter.ts": openid,
  "portal/server/features/openid/storage/session-adapter.ts": openid,
  "portal/server/features/sign-in/password-check.ts": "what is remembered grows old in real time",
};

const asksTheNetwork: Allowed = {
  "diagnosis/net": "the engine's own clients, which hold to its limits",
  "karte/server/adapters/portal.ts": "the portal, whose address the operator sets",
  "kit/server/outbound": "the guard itself",
  "kit/server/reference/reference-files.ts": "runs in the reader's browser",
  "portal/server/adapters/range-breached-passwords.ts": "a service whose address the operator sets",
  "portal/server/adapters/sandbox-payment-calls.ts": "a company whose address the operator sets",
  "portal/server/adapters/siteverify-captcha.ts": "a company whose address stands in the code",
  "portal/server/seed.ts": "the sandbox's card fields, in development",
};

const prints: Allowed = {
  "kit/server/jobs/doomed-worker.ts": "a process of a test, which is killed",
  "kit/server/lifecycle/draining-process.ts": "a process of a test, which is ended",
  "kit/server/logger/standard-output.ts": "the log, which leaves secrets out",
  "portal/server/features/postal-code/import-romanised.ts": "a command of its own",
};

describe("only the files named, each for its reason,", () => {
  test("a contract tells no time", () => {
    expect(found(wallClock, /^(kit|portal|karte|console)\/contract\//)).toEqual([]);
  });

  test.each([
    ["the kit", /^kit\/server\//, tellsTheTime],
    ["servers", /^(portal|karte|console)\/server\/(adapters|features)\//, serversTellTheTime],
    [
      "the engine",
      /^diagnosis\/(?!net\/clock|lab\/|fixtures\/|comparison\/|data\/write-)/,
      {} satisfies Allowed,
    ],
  ])("tell the machine's time: %s", (_where, folders, allowed) => {
    expect(found(wallClock, folders)).toEqual(Object.keys(allowed).toSorted());
  });

  test("print, so that no secret passes by the log's rules", () => {
    expect(found(output, /^(kit|portal|karte|console)\/(server|contract)\//)).toEqual(
      Object.keys(prints).toSorted(),
    );
  });

  test("read the environment", () => {
    const beginnings =
      /^(cli\/|diagnosis\/(lab|comparison|cli)\/|sandbox\/server\/sandbox\.ts$)|\/vite\.config\.ts$/;
    expect(found(environment, /./).filter((file) => !beginnings.test(file))).toEqual([]);
  });

  test("ask the network without the guard", () => {
    const servers =
      /^(kit|portal|karte)\/(server|contract)\/|^diagnosis\/(?!lab|fixtures|comparison)/;
    const asking = found(network, servers);
    const allowed = Object.keys(asksTheNetwork);
    expect(asking.filter((file) => !allowed.some((path) => file.startsWith(path)))).toEqual([]);
    expect(allowed.filter((path) => !asking.some((file) => file.startsWith(path)))).toEqual([]);
  });
});
