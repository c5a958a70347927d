/** Roles in rising order. */
export const roles = ["viewer", "member", "admin", "owner"] as const;

export type Role = (typeof roles)[number];

/**
 * Every act in a workspace and the least role that may do it: the one table of rights. The server
 * enforces it in one place, and the screens read the same.
 */
export const leastRoles = {
  /** See lists, pages and figures, and export them. */
  see: "viewer",
  comment: "member",
  assign: "member",
  "request-report": "member",
  /** Start or cancel a run within the quota, re-check one finding. */
  run: "member",
  /** Add, import, change and delete domains. */
  "manage-domains": "admin",
  prove: "admin",
  consent: "admin",
  schedule: "admin",
  "accept-finding": "admin",
  "manage-groups": "admin",
  /** Say what an asset is to the organisation. */
  "judge-assets": "admin",
  "manage-people": "admin",
  "manage-webhooks": "admin",
  "manage-tokens": "admin",
  "see-activity": "admin",
  "manage-owners": "owner",
  contract: "owner",
  "transfer-workspace": "owner",
  "close-workspace": "owner",
} as const satisfies Readonly<Record<string, Role>>;

export type Act = keyof typeof leastRoles;

export const acts = Object.keys(leastRoles) as readonly Act[];

/** Whether `role` may do `act`. */
export function mayDo(role: Role, act: Act): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRoles[act]);
}

/** All that `role` may do. */
export function actsOf(role: Role): readonly Act[] {
  return acts.filter((act) => mayDo(role, act));
}

/**
 * Only viewers can be restricted to groups: whoever may change something for all must see all.
 */
export function canBeRestricted(role: Role): boolean {
  return role === "viewer";
}

/** Whether `actor` may give, change or take `target`'s place: admins not that of owners. */
export function mayManage(actor: Role, target: Role): boolean {
  return mayDo(actor, target === "owner" ? "manage-owners" : "manage-people");
}
