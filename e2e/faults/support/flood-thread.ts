import { parentPort, workerData } from "node:worker_threads";
import { requestFor } from "@sekimori/kit-development/testing";
import { newToken } from "@sekimori/kit-server/cookies";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { rawRequest } from "./raw-request.ts";

/** Strangers who all try a wrong password at once, each from a network of its own. */
export interface Flood {
  /** The product's, as pages of it say. */
  readonly origin: string;
  /**
   * Where its processes listen. The strangers go straight there: the balancer of the tests is one
   * thread of JavaScript, and would be what members wait for.
   */
  readonly ports: readonly number[];
  readonly strangers: number;
  readonly victims: readonly string[];
  /** A cookie that every second of them makes up, so as to pass for a browser that is known. */
  readonly cookie: string;
}

export interface FloodAnswer {
  readonly status: number;
  readonly saysWhen: boolean;
  readonly ms: number;
}

// A thread of its own, so that the members whose time is taken do not wait for this one's work.
const { origin, ports, strangers, victims, cookie } = workerData as Flood;
const attempts = Array.from({ length: strangers }, async (_, index): Promise<FloodAnswer> => {
  const email = victims[index % victims.length] ?? "";
  const { method, url, body } = requestFor(signIn, { body: { email, password: "Wrong-Pass1" } });
  const head = [
    `${method} ${url} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `origin: ${origin}`,
    `x-forwarded-for: 198.19.${(index >> 8) & 255}.${index & 255}`,
    "content-type: application/json",
    ...(index % 2 === 1 ? [`cookie: ${cookie}=${newToken()}`] : []),
  ];
  const port = ports[Math.floor(index / 2) % ports.length] ?? 0;
  const answer = await rawRequest(port, head, JSON.stringify(body));
  return {
    status: answer.status,
    saysWhen: /^retry-after: [1-9]/im.test(answer.text),
    ms: answer.ms,
  };
});
parentPort?.postMessage(await Promise.all(attempts));
