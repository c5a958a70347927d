import { hash, verify } from "@node-rs/argon2";

// The ceiling of a sign-in: nothing but checking one password, with the portal's parameters.
const [seconds = "5", inFlight = "3"] = process.argv.slice(2);
const password = "Sekimori-2026";
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

let checked = 0;
const began = performance.now();
const end = began + Number(seconds) * 1000;

async function lane(): Promise<void> {
  while (performance.now() < end) {
    await verify(stored, password);
    checked += 1;
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, lane));
process.send?.({ perSecond: checked / ((performance.now() - began) / 1000) });
