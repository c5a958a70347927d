import type { GroupMapping } from "@sekimori/portal-contract/endpoints/group-roles";
import { type GroupRole, groupRoles } from "@sekimori/portal-contract/group-roles";

/** What somebody's groups give them in the management application. */
export interface GivenRole {
  readonly role: GroupRole;
  /** Of a viewer: the names of the groups of domains that they see; null for all. */
  readonly domainGroups: readonly string[] | null;
}

/** The highest role counts; of several that see groups of domains, all of these. */
export function roleOfGroups(
  groups: ReadonlySet<string>,
  mappings: readonly GroupMapping[],
): GivenRole | null {
  const given = mappings.filter(({ value }) => groups.has(value));
  const role = groupRoles.findLast((one) => given.some((mapping) => mapping.role === one));
  if (role === undefined) return null;
  if (role !== "viewer") return { role, domainGroups: null };
  const seen = given.map(({ domainGroups }) => domainGroups);
  const names = seen.every((one) => one !== null) ? [...new Set(seen.flat())].sort() : null;
  return { role, domainGroups: names };
}
