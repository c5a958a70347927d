import type { Billing } from "./ports/billing.ts";
import type { Maintenance } from "./ports/maintenance.ts";
import type { Members } from "./ports/members.ts";
import type { Month } from "./ports/month.ts";
import type { Requests } from "./ports/requests.ts";
import type { SignIns } from "./ports/sign-ins.ts";
import type { Staff } from "./ports/staff.ts";
import type { Work } from "./ports/work.ts";

/** Everything a feature works with; built once in the composition root. */
export interface ConsoleContext {
  readonly signIns: SignIns;
  readonly staff: Staff;
  readonly members: Members;
  readonly billing: Billing;
  readonly month: Month;
  readonly requests: Requests;
  readonly work: Work;
  readonly maintenance: Maintenance;
  /** Yen of one invoice that one person may give back alone. */
  readonly refundAlone: number;
}
