import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { GroupRole } from "@sekimori/portal-contract/group-roles";

/** Roles as the management application calls them. */
export const roleWords: Readonly<Record<GroupRole, MessageDescriptor>> = {
  viewer: msg({ message: "Viewer", context: "role" }),
  member: msg({ message: "Member", context: "role" }),
  admin: msg({ message: "Administrator", context: "role" }),
};
