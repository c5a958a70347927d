import type { Members } from "./ports/members.ts";
import type { SignIns } from "./ports/sign-ins.ts";
import type { Staff } from "./ports/staff.ts";

/** Everything a feature works with; built once in the composition root. */
export interface ConsoleContext {
  readonly signIns: SignIns;
  readonly staff: Staff;
  readonly members: Members;
}
