import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";

/** What an application may do with each scope, as people are asked for it and see it listed. */
export const scopeNames: Readonly<Record<InteractionView["scopes"][number], MessageDescriptor>> = {
  openid: msg`Identify you`,
  profile: msg`See your name and language`,
  email: msg`See your email address`,
  address: msg`See your address`,
  plan: msg`See your plan and contract`,
  organization: msg`See your organization`,
  roles: msg`See your roles in this application`,
  offline_access: msg`Keep this access while you're not using it`,
};
