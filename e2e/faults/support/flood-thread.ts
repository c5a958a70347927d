import { parentPort, workerData } from "node:worker_threads";
import { newToken } from "@sekimori/kit-server/cookies";
import { signInAs } from "./journeys.ts";
import { Person } from "./person.ts";

/** Strangers who all try a wrong password at once, each from a network of its own. */
export interface Flood {
  readonly origin: string;
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
const { origin, strangers, victims, cookie } = workerData as Flood;
const attempts = Array.from({ length: strangers }, async (_, index): Promise<FloodAnswer> => {
  const stranger = new Person(origin, `198.19.${(index >> 8) & 255}.${index & 255}`);
  if (index % 2 === 1) stranger.cookies.set(cookie, newToken());
  const victim = victims[index % victims.length] ?? "";
  const { status, headers, ms } = await signInAs(stranger, victim, "Wrong-Pass1");
  return { status, saysWhen: headers.has("retry-after"), ms };
});
parentPort?.postMessage(await Promise.all(attempts));
