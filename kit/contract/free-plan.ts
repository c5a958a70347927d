/**
 * What everybody has without paying, with the limits that no plan raises. Written once, for whoever
 * grants it and for those who hold to it until they have heard what was granted.
 */
export const freePlan = {
  /** Runs that a person starts, in a calendar month (Asia/Tokyo). */
  manualRunsPerMonth: 5,
  domains: 3,
  users: 1,
  schedule: "none",
  /** Re-checks of single findings, which cost no run. */
  findingRechecksPerDay: 10,
  mailAlerts: false,
  webhooks: false,
  api: false,
  scheduledReports: false,
} as const;
