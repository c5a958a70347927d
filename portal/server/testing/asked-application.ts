import { once } from "node:events";
import { createServer } from "node:http";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { type TestPortal, testOrigin } from "./test-portal.ts";

/** What an application answers to one question. */
export interface Answer {
  /** 200 unless given. */
  readonly status?: number;
  readonly body?: unknown;
  /** It takes the call and never answers, or begins to and stops. */
  readonly silent?: "at once" | "halfway";
}

/** A question of the portal, as it came. */
export interface Question {
  readonly path: string;
  readonly account: string;
  /** Where a month is asked about. */
  readonly month: string;
  readonly token: string;
}

/** An application that the portal asks about its members. */
export interface AskedApplication {
  readonly origin: string;
  /** For a portal that may call it. */
  readonly outbound: Outbound;
  readonly asked: Question[];
  /** What it answers by path; 404 at any other. */
  readonly answers: Map<string, (account: string) => Answer>;
  close(): void;
}

/** Starts one on loopback. */
export async function startAskedApplication(): Promise<AskedApplication> {
  const asked: Question[] = [];
  const answers: AskedApplication["answers"] = new Map();
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? "", "http://application");
    const account = searchParams.get("account") ?? "";
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    asked.push({ path, account, month: searchParams.get("month") ?? "", token });
    const { status = 200, body = {}, silent } = answers.get(path)?.(account) ?? { status: 404 };
    if (silent === "at once") return;
    response.writeHead(status, { "content-type": "application/json" });
    if (silent === "halfway") return void response.write('{"version": 1,');
    response.end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    origin,
    outbound: createOutbound({ production: false, loopback: [origin] }),
    asked,
    answers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * What the portal says in a token of its own for a call.
 *
 * @throws Error unless it is signed by the portal, for this one address
 */
export async function ownTokenClaims(
  portal: TestPortal,
  token: string,
  audience: string,
): Promise<JWTPayload> {
  const keys = await portal.app.inject({ url: "/v1/idp/oidc/jwks" });
  const issuer = `${testOrigin}/v1/idp/oidc`;
  const keySet = createLocalJWKSet(keys.json<JSONWebKeySet>());
  const { payload } = await jwtVerify(token, keySet, { typ: "at+jwt", issuer, audience });
  return payload;
}
