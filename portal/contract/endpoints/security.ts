import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Security";

/** One signed-in browser. */
export const sessionViewSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  createdAt: momentSchema,
  lastSeenAt: momentSchema,
  expiresAt: momentSchema,
  /** Browser and system as the user agent names them, for a person to recognise. */
  device: z.string(),
  ipAddress: z.string(),
});

export type SessionView = z.infer<typeof sessionViewSchema>;

export const listSessions = portalEndpoint({
  name: "listSessions",
  method: "GET",
  path: "/security/sessions",
  tag,
  summary: "Where the member is logged in.",
  access: "account",
  response: z.object({ sessions: z.array(sessionViewSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const endSession = portalEndpoint({
  name: "endSession",
  method: "DELETE",
  path: "/security/sessions/:id",
  tag,
  summary: "Logs one browser out.",
  access: "account",
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perAccount(60, 600)],
});

export const endOtherSessions = portalEndpoint({
  name: "endOtherSessions",
  method: "POST",
  path: "/security/sessions/end-others",
  tag,
  summary: "Logs every other browser out.",
  access: "account",
  body: z.strictObject({}),
  response: z.object({ ended: z.int().nonnegative() }),
  errors: [],
  limits: [perAccount(20, 600)],
});

/** Acts an account's owner sees in the activity log. */
export const auditActions = [
  "sign-up.started",
  "sign-up.completed",
  "sign-in.succeeded",
  "sign-in.failed",
  "sign-in.otp-failed",
  "sign-in.passwords-guessed",
  "sign-in.codes-guessed",
  "sign-in.network-refused",
  "sign-in.password-refused",
  "sign-in.external-id-refused",
  "sign-in.factor-wanted",
  "reauthentication.failed",
  "sign-out",
  "sign-out.by-provider",
  "session.ended",
  "password.changed",
  "password.reset-requested",
  "password.reset",
  "password.reset-failed",
  "email.change-requested",
  "email.changed",
  "email.change-undone",
  "two-factor.enabled",
  "two-factor.disabled",
  "authenticator-app.added",
  "authenticator-app.replaced",
  "authenticator-app.removed",
  "passkey.added",
  "passkey.renamed",
  "passkey.removed",
  "passkey.refused",
  "passkey.copied",
  "recovery-codes.made",
  "recovery-code.used",
  "trusted-browser.added",
  "trusted-browser.removed",
  "trusted-browser.copied",
  "recovery.started",
  "recovery.stopped",
  "recovery.done",
  "name.changed",
  "details.changed",
  "language.changed",
  "monthly-summary.subscribed",
  "monthly-summary.unsubscribed",
  "promotional-mail.consented",
  "promotional-mail.withdrawn",
  "organisation.created",
  "organisation.removed",
  "application.added",
  "application.changed",
  "application.secret-changed",
  "application.removed",
  "domain.claimed",
  "domain.proved",
  "domain.unseen",
  "domain.lapsed",
  "domain.removed",
  "rule.set",
  "rule.lifted",
  "group-roles.set",
  "break-glass.named",
  "break-glass.used",
  "single-sign-on.set-up",
  "single-sign-on.secret-changed",
  "single-sign-on.tested",
  "single-sign-on.switched-on",
  "single-sign-on.switched-off",
  "single-sign-on.sign-out-changed",
  "single-sign-on.domains-set",
  "single-sign-on.removed",
  "organisation.joined",
  "organisation.access-ended",
  "organisation.access-restored",
  "provisioning.token-made",
  "provisioning.token-ended",
  "directory.person-added",
  "directory.person-changed",
  "directory.person-switched-off",
  "directory.person-switched-on",
  "directory.person-removed",
  "directory.group-changed",
  "directory.group-removed",
  "accounting-address.requested",
  "accounting-address.changed",
  "accounting-address.removed",
  "card.registered",
  "card.replaced",
  "card.renewed",
  "card.removed",
  "terms.agreed",
  "contract.started",
  "contract.cancelled",
  "contract.cancellation-undone",
  "contract.withdrawn",
  "contract.price-answered",
  "external-id.linked",
  "external-id.unlinked",
  "consent.granted",
  "consent.withdrawn",
  "activity.reported",
  "data.export-requested",
  "data.exported",
  "account.closed",
] as const;

export const activityEntrySchema = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  at: momentSchema,
  ipAddress: z.string().nullable(),
  device: z.string().nullable(),
});

export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const listActivity = portalEndpoint({
  name: "listActivity",
  method: "GET",
  path: "/security/activity",
  tag,
  summary: "The member's own activity log, newest first.",
  access: "account",
  query: z.strictObject({
    before: z
      .string()
      .regex(/^[0-9]{1,18}$/)
      .optional(),
  }),
  response: z.object({ entries: z.array(activityEntrySchema), next: z.string().nullable() }),
  errors: [],
  limits: [],
  load: "read",
});

export const reportActivity = portalEndpoint({
  name: "reportActivity",
  method: "POST",
  path: "/security/activity/report",
  tag,
  summary:
    "«This wasn't me»: ends the other sessions and makes the next sign-in set a new password.",
  access: "account",
  body: z.strictObject({ id: z.string().regex(/^[0-9]{1,18}$/) }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perAccount(10, 600)],
});
