import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ActivityEntry } from "@sekimori/portal-contract/endpoints/security";

/** What each act of the activity log is called. */
export const activityNames: Readonly<Record<ActivityEntry["action"], MessageDescriptor>> = {
  "sign-up.started": msg`Registration started`,
  "sign-up.completed": msg`Registration completed`,
  "sign-in.succeeded": msg`Logged in`,
  "sign-in.failed": msg`Login failed`,
  "sign-in.otp-failed": msg`Wrong one-time password`,
  "sign-out": msg`Logged out`,
  "session.ended": msg`Session ended`,
  "password.changed": msg`Changed the password`,
  "password.reset-requested": msg`Password reset requested`,
  "password.reset": msg`Password reset`,
  "email.change-requested": msg`Requested a change of email address`,
  "email.changed": msg`Changed the email address`,
  "email.change-undone": msg`Undid the change of email address`,
  "two-factor.enabled": msg`Enabled two-factor authentication`,
  "two-factor.disabled": msg`Disabled two-factor authentication`,
  "name.changed": msg`Changed the name`,
  "language.changed": msg`Changed the language`,
  "card.registered": msg`Credit card registered`,
  "card.replaced": msg`Credit card replaced`,
  "card.removed": msg`Credit card removed`,
  "terms.agreed": msg`Agreed to the terms`,
  "external-id.linked": msg`External ID linked`,
  "consent.granted": msg`Access granted to an application`,
  "consent.withdrawn": msg`Withdrew the access of an application`,
  "activity.reported": msg`Reported as not mine`,
  "account.closed": msg`Account closed`,
};
