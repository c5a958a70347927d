import { execFile } from "node:child_process";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { RunningProduct } from "@sekimori/e2e/running-product";

const runtime = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url));
const cli = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

export const redirectUri = "https://app.example/callback";
export const benchClientId = "bench";
const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** Registers the benchmark's application, of our own and without a secret. */
export async function registerBenchClient(product: RunningProduct): Promise<void> {
  await promisify(execFile)(
    runtime,
    [
      cli,
      "operator",
      "clients",
      "add",
      `--id=${benchClientId}`,
      "--name=Benchmark",
      `--redirect-uri=${redirectUri}`,
      "--first-party",
      "--public",
    ],
    {
      env: {
        ...process.env,
        DATABASE_URL: product.databaseUrl,
        // Seals secrets, of which this application has none.
        PORTAL_DATA_KEYS: `bench:${Buffer.alloc(32).toString("base64")}`,
      },
    },
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

// node:http and not fetch: on two cores the caller's own work is part of what is measured.
function call(
  url: string,
  form?: string,
  browser: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: form === undefined ? "GET" : "POST",
        headers: {
          ...browser,
          ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        },
      },
      (incoming) => {
        let body = "";
        incoming.setEncoding("utf8").on("data", (chunk: string) => {
          body += chunk;
        });
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        );
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject).end(form);
  });
}

export interface Endpoints {
  readonly authorization: string;
  readonly token: string;
  /** Of a browser that is signed in; the memory provider needs none. */
  readonly cookie?: string;
}

/** An address that no other flow comes from, as the limits of a network see it. */
const otherNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Reads where a provider's endpoints are. */
export async function endpointsOf(issuer: string, cookie?: string): Promise<Endpoints> {
  const { body } = await call(`${issuer}/.well-known/openid-configuration`);
  const { authorization_endpoint: authorization, token_endpoint: token } = JSON.parse(body);
  return { authorization, token, ...(cookie === undefined ? {} : { cookie }) };
}

async function tokens(endpoints: Endpoints, form: Record<string, string>): Promise<string> {
  const answer = await call(endpoints.token, new URLSearchParams(form).toString());
  if (answer.status !== 200) throw new Error(`${endpoints.token} answered: ${answer.body}`);
  const { id_token, refresh_token } = JSON.parse(answer.body);
  if (!id_token || !refresh_token) throw new Error("a token is missing");
  return refresh_token;
}

/**
 * One code flow of a browser in a network of its own, from the authorization request to the tokens.
 *
 * @returns the refresh token.
 */
export async function codeFlow(endpoints: Endpoints): Promise<string> {
  const query = new URLSearchParams({
    client_id: benchClientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const { headers, body } = await call(`${endpoints.authorization}?${query}`, undefined, {
    "x-forwarded-for": otherNetwork(),
    ...(endpoints.cookie === undefined ? {} : { cookie: endpoints.cookie }),
  });
  const code = new URL(headers.location ?? "about:blank").searchParams.get("code");
  if (code === null) throw new Error(`No code: ${headers.location ?? body}`);
  return tokens(endpoints, {
    grant_type: "authorization_code",
    client_id: benchClientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
}

/** Exchanges a refresh token for the next. */
export function refresh(endpoints: Endpoints, token: string): Promise<string> {
  return tokens(endpoints, {
    grant_type: "refresh_token",
    client_id: benchClientId,
    refresh_token: token,
  });
}

export interface LaneResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Runs `chains` of work side by side for a time; each step begins when the last has ended. */
export async function concurrently<State>(
  chains: readonly State[],
  seconds: number,
  step: (state: State) => Promise<State>,
): Promise<LaneResult> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    chains.map(async (first) => {
      let state = first;
      while (performance.now() < end) {
        const start = performance.now();
        state = await step(state);
        times.push(performance.now() - start);
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}
