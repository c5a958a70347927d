import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { TestPerson } from "./test-karte.ts";

/** How long what comes to the event loop waits, until the thread says a word, in milliseconds. */
export async function delaysUntil(thread: Worker) {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  const began = performance.now();
  const [message] = await once(thread, "message");
  histogram.disable();
  await thread.terminate();
  const at = (percent: number) => histogram.percentile(percent) / 1e6;
  const seconds = (performance.now() - began) / 1000;
  return { message, seconds, p50: at(50), p99: at(99), longest: histogram.max / 1e6 };
}

/** What somebody's calls carry, for a client on a thread of its own. */
export async function headersOf({ browser }: TestPerson): Promise<Record<string, string>> {
  const answer = await browser.request({ url: "/v1/session" });
  return {
    "content-type": "application/json",
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    [csrfHeader]: String(answer.headers[csrfHeader]),
  };
}
