/** What a group can stand for in the management application, in rising order. Nobody becomes an owner by one. */
export const groupRoles = ["viewer", "member", "admin"] as const;

export type GroupRole = (typeof groupRoles)[number];
