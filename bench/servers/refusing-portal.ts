import { hash } from "@node-rs/argon2";
import { systemClock } from "@sekimori/kit-server/clock";
import { openDatabase } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { sandboxPaymentGateway } from "@sekimori/portal-server/adapters/sandbox-payment";
import { createPasswordHasher, passwordCost } from "@sekimori/portal-server/password-hashing";
import { createPasswordPool, passwordThreads } from "@sekimori/portal-server/password-pool";
import { createPortal } from "@sekimori/portal-server/portal";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";

// The ceiling of a sign-in beside the same clients: a portal that refuses all of them at its door,
// while the threads that would check their passwords check one password over and over.

const together = 8;
const logger = createLogger({ name: "refusing", level: "error" });
const settings = parseSettings(portalSettingsSchema, process.env);
const passwords = await createPasswordHasher(undefined);
const full = () =>
  new AppError("Unavailable", { data: { retryAfterSeconds: 1 }, isShed: true, detail: "full" });
const portal = await createPortal({
  settings,
  database: openDatabase<Tables>({
    url: process.env.DATABASE_URL ?? "",
    logger,
    poolSize: 4,
    schema: "portal",
  }),
  clock: systemClock,
  logger,
  mailer: { send: () => Promise.resolve(), close: () => undefined },
  gateway: sandboxPaymentGateway({
    apiOrigin: process.env.PAYMENT_API_ORIGIN ?? "",
    fieldsUrl: process.env.PAYMENT_FIELDS_URL ?? "",
    publishableKey: process.env.PAYMENT_PUBLISHABLE_KEY ?? "",
    secretKey: process.env.PAYMENT_SECRET_KEY ?? "",
    webhookSecret: process.env.PAYMENT_WEBHOOK_SECRET ?? "",
  }),
  passwords: {
    ...passwords,
    isQuiet: () => false,
    refuseEarly() {
      throw full();
    },
    enter: () => Promise.reject(full()),
  },
});
await portal.start({ host: "127.0.0.1", port: Number(process.env.LISTEN_PORT) });

const password = "Sekimori-2026";
const stored = await hash(password, passwordCost);
const pool = createPasswordPool(passwordCost, passwordThreads);
let until = 0;
let checked = 0;
let running = 0;

function work(): void {
  if (Date.now() >= until) {
    running -= 1;
    if (running === 0) process.send?.({ checked });
    return;
  }
  pool.run(
    Array.from({ length: together }, () => ({ stored, password })),
    (outcomes) => {
      checked += outcomes.length;
      work();
    },
  );
}

process.on("disconnect", () => process.exit());
process.on("message", ({ seconds }: { readonly seconds: number }) => {
  until = Date.now() + seconds * 1000;
  checked = 0;
  for (; running < passwordThreads; running += 1) work();
});
process.send?.("ready");
