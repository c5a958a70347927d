import type { Role } from "@sekimori/console-contract/rights";

/** Somebody who works at the console. */
export interface StaffMember {
  /** What the audit log says of what they do. */
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Who works at the console; the portal keeps it. */
export interface Staff {
  /** @param subject the portal's name for the person. @returns undefined: they do not, or no more. */
  find(subject: string): Promise<StaffMember | undefined>;
}
