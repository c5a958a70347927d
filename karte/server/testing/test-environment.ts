export const testOrigin = "http://localhost:3001";

/** The settings of every karte in tests, by variable name. */
export const testEnvironment = {
  KARTE_ORIGIN: testOrigin,
  PORTAL_ORIGIN: "http://localhost:3000",
  KARTE_CLIENT_SECRET: "a client secret for tests and nothing else",
  KARTE_SECRET: "a secret for tests, and for nothing else",
  KARTE_DATA_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
};
