/** Roles in rising order. */
export const roles = ["viewer", "member", "admin", "owner"] as const;

export type Role = (typeof roles)[number];

/** What one act takes. */
interface Right {
  readonly least: Role;
  /**
   * Who does it has signed in within the last ten minutes, with the second factor where it is on: an
   * unattended browser must not take a workspace over, nor open a way into it.
   */
  readonly stepUp?: true;
}

/**
 * Every act in a workspace, the least role that may do it and whether it takes a recent sign-in: the
 * one table of rights. The server enforces both in one place, and the screens read the same.
 */
export const rights = {
  /** See lists, pages and figures, and export them. */
  see: { least: "viewer" },
  comment: { least: "member" },
  assign: { least: "member" },
  /** Have a ticket made for what is to be fixed, where the workspace has connected a ticket system. */
  "make-tickets": { least: "member" },
  "request-report": { least: "member" },
  /** Start or cancel a run within the quota, re-check one finding. */
  run: { least: "member" },
  /** Add, import, change and delete domains. */
  "manage-domains": { least: "admin" },
  prove: { least: "admin" },
  consent: { least: "admin" },
  schedule: { least: "admin" },
  "accept-finding": { least: "admin" },
  "manage-groups": { least: "admin" },
  /** Say what an asset is to the organisation. */
  "judge-assets": { least: "admin" },
  /** Say who is told of what. */
  "manage-alerts": { least: "admin" },
  /** Say what is done by itself with what scans bring. */
  "manage-policies": { least: "admin" },
  "see-people": { least: "admin" },
  /** Invite viewers and members, invite again and withdraw invitations. */
  "invite-people": { least: "admin" },
  "invite-admins": { least: "admin", stepUp: true },
  /** Change, suspend and remove members who are no owners. */
  "manage-people": { least: "admin", stepUp: true },
  "manage-webhooks": { least: "admin", stepUp: true },
  /** Connect ticket systems, and take them away. */
  "manage-ticket-systems": { least: "admin", stepUp: true },
  "manage-tokens": { least: "admin", stepUp: true },
  "see-activity": { least: "admin" },
  "rename-workspace": { least: "owner" },
  /** Make a member an owner. */
  "appoint-owners": { least: "owner", stepUp: true },
  /** Take a lower role oneself, or go. */
  "resign-ownership": { least: "owner", stepUp: true },
  /** Change, suspend and remove other owners, invite one. */
  "manage-owners": { least: "owner", stepUp: true },
  /** See its invoices, put a workspace whose holder has gone on one's own. */
  contract: { least: "owner", stepUp: true },
  /** Offer the ownership, and take that back. */
  "transfer-ownership": { least: "owner", stepUp: true },
  /** Offer that the workspace lives on another's contract, and take that back. */
  "transfer-contract": { least: "owner", stepUp: true },
  /** Say yes to an ownership or a contract that is offered. */
  "accept-offers": { least: "viewer", stepUp: true },
  "close-workspace": { least: "owner", stepUp: true },
} as const satisfies Readonly<Record<string, Right>>;

export type Act = keyof typeof rights;

export const acts = Object.keys(rights) as readonly Act[];

/** Whether an act takes a recent sign-in, whatever the role. */
export const needsStepUp = (act: Act): boolean => "stepUp" in rights[act];

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
  return roles.indexOf(role) >= roles.indexOf(rights[act].least);
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

/** In an act's place in NotAllowed: nobody may, because the member's groups at their organisation decide it. */
export const byGroup = "by-group";

/**
 * Whether a member's groups would let them in again, so that nobody takes them out here. They would not where
 * they give nothing any more, and a suspension is all that keeps the member in the list.
 */
export const isKeptByGroups = (member: {
  readonly byDirectory: boolean;
  readonly suspended: boolean;
  readonly groups: readonly unknown[] | null;
}): boolean => member.byDirectory && !(member.suspended && member.groups?.length === 0);

/** A member whom somebody is about to change. */
export interface ChangedMember {
  readonly role: Role;
  /** Whether it is the one who changes. */
  readonly you: boolean;
}

/** The roles that a member can be given here: to whom groups give theirs, an ownership and nothing else. */
export const rolesByHand = ({ byDirectory }: { readonly byDirectory: boolean }): readonly Role[] =>
  byDirectory ? ["owner"] : roles;

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
  if (role === "owner") return "manage-owners";
  return role === "admin" ? "invite-admins" : "invite-people";
}

/** The act that it is to offer somebody this, or to take the offer back. */
export function actOfOffer(what: "ownership" | "contract"): Act {
  return what === "ownership" ? "transfer-ownership" : "transfer-contract";
}
