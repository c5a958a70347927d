import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Role } from "@sekimori/console-contract/rights";

/** What each role is for, for whoever appoints. Everybody may find members and see them. */
export const roleAbout: Readonly<Record<Role, MessageDescriptor>> = {
  support: msg`Unlocks logins, ends sessions, requires new passwords, takes cancellations back, sends emails again and notes answers to inquiries.`,
  billing: msg`Refunds, voids and retries invoices, excludes contracts from billing and closes the month. With a second person: larger refunds and prices.`,
  security: msg`Unlocks logins, ends sessions, requires new passwords, sends emails again and copies members' data. With a second person: former addresses, account recovery and keys.`,
  auditor: msg`Sees what the others see, exports the month, and changes nothing.`,
  integrator: msg`Connects applications, in the integration console. Finds no members here.`,
  administrator: msg`Runs maintenance, retries jobs, copies members' data and removes staff. With a second person: appointments, account closures, and everything else that needs two.`,
};
