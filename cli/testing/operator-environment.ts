import { randomBytes } from "node:crypto";

const secret = randomBytes(32).toString("base64url");

/** A data key of the keyring, the same for every run: its name and 32 bytes of one value. */
export const dataKey = (name: string, fill: number) =>
  `${name}:${Buffer.alloc(32, fill).toString("base64")}`;

/** What `sekimori operator` is told by its environment; nothing outside the database is there. */
export const operatorEnvironment = (databaseUrl: string) => ({
  SEKIMORI_MODE: "development",
  DATABASE_URL: databaseUrl,
  SMTP_URL: "smtp://127.0.0.1:9",
  PORTAL_ORIGIN: "http://localhost:3000",
  PORTAL_SECRET: secret,
  PORTAL_LOOKUP_SECRET: secret,
  PORTAL_DATA_KEYS: dataKey("k1", 7),
  PAYMENT_PROVIDER: "sandbox",
  PAYMENT_API_ORIGIN: "http://localhost:3002",
  PAYMENT_FIELDS_URL: "http://localhost:3002/payment/fields",
  PAYMENT_PUBLISHABLE_KEY: "pk",
  PAYMENT_SECRET_KEY: "sk",
  PAYMENT_WEBHOOK_SECRET: "whs",
  LOG_LEVEL: "error",
});
