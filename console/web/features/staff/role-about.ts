import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Role } from "@sekimori/console-contract/rights";

/** What each role is for, for whoever appoints. Everybody may find members and see them. */
export const roleAbout: Readonly<Record<Role, MessageDescriptor>> = {
  support: msg`Unlocks logins, ends sessions and sends emails again.`,
  billing: msg`Refunds, voids and retries invoices, and closes the month.`,
  security: msg`Does what support does for logins.`,
  auditor: msg`Sees everything and changes nothing.`,
  integrator: msg`Connects applications, in the integration console. Finds no members here.`,
  administrator: msg`Appoints staff, closes accounts and runs maintenance.`,
};
