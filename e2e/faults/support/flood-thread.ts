import { parentPort, workerData } from "node:worker_threads";
import { newToken } from "@sekimori/kit-server/cookies";
import { requestFor } from "@sekimori/kit-server/testing";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { Person } from "./person.ts";

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
  const port = ports[Math.floor(index / 2) % ports.length] ?? 0;
  const stranger = new Person(`http://127.0.0.1:${port}`, {
    network: `198.19.${(index >> 8) & 255}.${index & 255}`,
  });
  if (index % 2 === 1) stranger.cookies.set(cookie, newToken());
  const email = victims[index % victims.length] ?? "";
  const { status, headers, ms } = await stranger.send({
    ...requestFor(signIn, { body: { email, password: "Wrong-Pass1" } }),
    headers: { origin },
  });
  return { status, saysWhen: headers.has("retry-after"), ms };
});
parentPort?.postMessage(await Promise.all(attempts));
