/** Settings that every process of a run is given; they guard nothing but a run's own database. */
export const environment = {
  PORTAL_ORIGIN: "http://localhost:3000",
  PORTAL_SECRET: "a secret for measuring, and for nothing else",
  PORTAL_LOOKUP_SECRET: "another secret for measuring, nothing else",
  PORTAL_DATA_KEYS: `bench:${Buffer.alloc(32, 7).toString("base64")}`,
} as const;

/** The month that is billed. */
export const day = "2027-01-01";
