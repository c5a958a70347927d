import { z } from "zod";
import { freeDomains, freeScansPerMonth, freeUsers } from "./constants.ts";
import type { PlanId } from "./plans.ts";

/** What a plan gives in the applications behind the portal; `null` is "without a count". */
export const entitlementsSchema = z.object({
  /** Runs that a person starts, in a calendar month (Asia/Tokyo). */
  manualRunsPerMonth: z.int().positive().nullable(),
  domains: z.int().positive(),
  users: z.int().positive().nullable(),
  /** The densest schedule of runs that nobody starts; they are not manual ones. */
  schedule: z.enum(["none", "weekly", "daily"]),
  /** Re-checks of one finding, which cost no run. */
  findingRechecksPerDay: z.int().positive(),
  monthlySummary: z.boolean(),
  mailAlerts: z.boolean(),
  /** Webhooks, also in the forms of chats. */
  webhooks: z.boolean(),
  api: z.boolean(),
  /** Events for programs that watch (SIEM), as NDJSON and CEF. */
  streams: z.boolean(),
  /** Tickets in the customer's own ticket systems, with their state both ways. */
  tickets: z.boolean(),
  /** What is done by itself with what a scan brings. */
  policies: z.boolean(),
  scheduledReports: z.boolean(),
  /** Whether its holder may have an organisation at the portal. */
  organisation: z.boolean(),
});

export type Entitlements = z.infer<typeof entitlementsSchema>;

/** What every plan gives. */
const everyPlan = { findingRechecksPerDay: 10, monthlySummary: true } as const;

/** The one table of what a plan gives. Applications read it from the portal, never from a copy. */
export const planEntitlements: Readonly<Record<PlanId, Entitlements>> = {
  free: {
    ...everyPlan,
    manualRunsPerMonth: freeScansPerMonth,
    domains: freeDomains,
    users: freeUsers,
    schedule: "none",
    mailAlerts: false,
    webhooks: false,
    api: false,
    streams: false,
    tickets: false,
    policies: false,
    scheduledReports: false,
    organisation: false,
  },
  security24: {
    ...everyPlan,
    manualRunsPerMonth: freeScansPerMonth,
    domains: 10,
    users: 3,
    schedule: "weekly",
    mailAlerts: true,
    webhooks: false,
    api: false,
    streams: false,
    tickets: false,
    policies: false,
    scheduledReports: false,
    organisation: false,
  },
  detailed: {
    ...everyPlan,
    manualRunsPerMonth: null,
    domains: 100,
    users: null,
    schedule: "daily",
    mailAlerts: true,
    webhooks: true,
    api: true,
    streams: true,
    tickets: true,
    policies: true,
    scheduledReports: true,
    organisation: true,
  },
};
