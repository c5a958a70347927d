import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { hash, verify, verifySync } from "@node-rs/argon2";
import { passwordThreads } from "@sekimori/portal-server/password-pool";

// The ceiling of a sign-in: nothing but checking one password, with the portal's parameters. Either
// as a server asks the package for it, three at once, or on as many threads as the portal has, which
// do nothing else.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const password = "Sekimori-2026";
const inFlight = 3;

/** How many checks a second `many` of them come to, each one after another. */
async function perSecond(seconds: number, many: number, check: () => unknown): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let checked = 0;
  const chain = async () => {
    while (performance.now() < end) {
      await check();
      checked += 1;
    }
  };
  await Promise.all(Array.from({ length: many }, chain));
  return checked / ((performance.now() - began) / 1000);
}

const asked = (stored: string, seconds: number) =>
  perSecond(seconds, inFlight, () => verify(stored, password));

async function onThreads(stored: string, seconds: number): Promise<number> {
  const rates = Array.from({ length: passwordThreads }, () => {
    const worker = new Worker(new URL(import.meta.url));
    worker.postMessage({ stored, seconds });
    return new Promise<number>((resolve, reject) => {
      worker.once("message", (rate: number) => {
        resolve(rate);
        void worker.terminate();
      });
      worker.once("error", reject);
    });
  });
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
}

if (isMainThread) {
  const [seconds = "5", how = "asked"] = process.argv.slice(2);
  const stored = await hash(password, cost);
  const measure = how === "threads" ? onThreads : asked;
  process.send?.({ perSecond: await measure(stored, Number(seconds)) });
} else {
  parentPort?.once(
    "message",
    async (task: { readonly stored: string; readonly seconds: number }) => {
      const check = () => verifySync(task.stored, password);
      parentPort?.postMessage(await perSecond(task.seconds, 1, check));
    },
  );
}
