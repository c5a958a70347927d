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
  "see-people": "admin",
  /** Invite, invite again and withdraw invitations. */
  "invite-people": "admin",
  /** Change, suspend and remove members who are no owners. */
  "manage-people": "admin",
  "manage-webhooks": "admin",
  "manage-tokens": "admin",
  "see-activity": "admin",
  /** Make a member an owner. */
  "appoint-owners": "owner",
  /** Take a lower role oneself, or go. */
  "resign-ownership": "owner",
  /** Change, suspend and remove other owners, invite one, rename the workspace. */
  "manage-owners": "owner",
  /** See its invoices, put a workspace whose holder has gone on one's own. */
  contract: "owner",
  /** Offer the ownership, and take that back. */
  "transfer-ownership": "owner",
  /** Offer that the workspace lives on another's contract, and take that back. */
  "transfer-contract": "owner",
  "close-workspace": "owner",
} as const satisfies Readonly<Record<string, Role>>;

export type Act = keyof typeof leastRoles;

export const acts = Object.keys(leastRoles) as readonly Act[];

/**
 * What owners keep whom the plan has no room for, beside a viewer's rights: they may hand their
 * ownership on or end it, and take along what the workspace did. Nothing here is what a plan limits.
 */
export const keptByOwnersBeyondPlan: readonly Act[] = [
  "see-people",
  "appoint-owners",
  "resign-ownership",
  "contract",
  "transfer-ownership",
  "transfer-contract",
  "close-workspace",
  "see-activity",
];

/**
 * What whoever holds the workspace's contract may, whatever their role: to see what they pay, and to
 * offer a member to pay instead.
 */
export const keptByContractHolders: readonly Act[] = ["contract", "transfer-contract"];

/** What changes a person's rights beside their role. */
export interface Standing {
  /**
   * The plan holds fewer people. Such a person is a viewer, whatever the role; but nobody may be
   * tied to a workspace that they own.
   */
  readonly isBeyondPlan?: boolean;
  /** The workspace lives on their contract. Nobody may be tied to a workspace that they pay for. */
  readonly holdsContract?: boolean;
}

/** Whether somebody of `role` may do `act`. */
export function mayDo(
  role: Role,
  act: Act,
  { isBeyondPlan = false, holdsContract = false }: Standing = {},
): boolean {
  if (holdsContract && keptByContractHolders.includes(act)) return true;
  if (isBeyondPlan && !(role === "owner" && keptByOwnersBeyondPlan.includes(act))) {
    return mayDo("viewer", act);
  }
  return roles.indexOf(role) >= roles.indexOf(leastRoles[act]);
}

/** All that somebody of `role` may do. */
export function actsOf(role: Role, standing: Standing = {}): readonly Act[] {
  return acts.filter((act) => mayDo(role, act, standing));
}

/**
 * Only viewers can be restricted to groups: whoever may change something for all must see all.
 */
export function canBeRestricted(role: Role): boolean {
  return role === "viewer";
}

/** A member whom somebody is about to change. */
export interface ChangedMember {
  readonly role: Role;
  /** Whether it is the one who changes. */
  readonly you: boolean;
}

/** What of a member is to be otherwise; what is left out stays. */
export interface MemberChange {
  readonly role?: Role | undefined;
  /** Null sees everything. */
  readonly groups?: readonly string[] | null | undefined;
  readonly suspended?: boolean | undefined;
}

/** The act that it is to change a member in this way. */
export function actOfChange(member: ChangedMember, { role, groups, suspended }: MemberChange): Act {
  if (suspended === undefined && role !== undefined) {
    if (role === "owner" && !groups) return "appoint-owners";
    if (role !== "owner" && member.role === "owner" && member.you) return "resign-ownership";
  }
  return member.role === "owner" || role === "owner" ? "manage-owners" : "manage-people";
}

/** The act that it is to take a member out. */
export function actOfRemoval({ role, you }: ChangedMember): Act {
  if (role !== "owner") return "manage-people";
  return you ? "resign-ownership" : "manage-owners";
}

/** The act that it is to invite somebody to a role. */
export function actOfInvitation(role: Role): Act {
  return role === "owner" ? "manage-owners" : "invite-people";
}

/** The act that it is to offer somebody this, or to take the offer back. */
export function actOfOffer(what: "ownership" | "contract"): Act {
  return what === "ownership" ? "transfer-ownership" : "transfer-contract";
}
