import type { GroupMapping } from "@sekimori/portal-contract/endpoints/group-roles";
import { groupRoles } from "@sekimori/portal-contract/group-roles";

export type TypedMapping = { value: string; role: string; domainGroups: string };

type Read =
  | { readonly mapping: GroupMapping }
  | { readonly issue: { readonly name: "value"; readonly code: "required" } };

/** A mapping as it was typed; only viewers see less than everything. */
export function readMapping({ value, role, domainGroups }: TypedMapping): Read {
  const group = value.trim();
  if (group === "") return { issue: { name: "value", code: "required" } };
  const wanted = groupRoles.find((one) => one === role) ?? "viewer";
  const names = domainGroups
    .split(/[,、，\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const isRestricted = wanted === "viewer" && names.length > 0;
  return { mapping: { value: group, role: wanted, domainGroups: isRestricted ? names : null } };
}
