/**
 * What a workspace has as long as nobody has told what its contract gives. No plan gives less, and
 * the free one no more (`tooling/plan-names.test.ts`), so that nothing is given away and nothing is
 * refused that everybody has.
 */
export const leastEntitlements = {
  /** Runs that a person starts, in a calendar month (Asia/Tokyo). */
  manualRunsPerMonth: 5,
  domains: 3,
  users: 1,
  schedule: "none",
  findingRechecksPerDay: 10,
  mailAlerts: false,
  webhooks: false,
  api: false,
  streams: false,
  tickets: false,
  policies: false,
  scheduledReports: false,
} as const;
