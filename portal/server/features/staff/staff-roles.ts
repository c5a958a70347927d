/** What somebody may be at the operator's console; the console's own table says what each may do. */
export const staffRoles = ["support", "billing", "security", "auditor", "administrator"] as const;

export type StaffRole = (typeof staffRoles)[number];
