/** What somebody may be at the operator's consoles; their own tables say what each may do. */
export const staffRoles = [
  "support",
  "billing",
  "security",
  "auditor",
  "administrator",
  "integrator",
] as const;

export type StaffRole = (typeof staffRoles)[number];
