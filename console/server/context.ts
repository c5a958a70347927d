import type { Applications } from "./ports/applications.ts";
import type { Billing } from "./ports/billing.ts";
import type { Funnel } from "./ports/funnel.ts";
import type { Integrators } from "./ports/integrators.ts";
import type { Keys } from "./ports/keys.ts";
import type { Maintenance } from "./ports/maintenance.ts";
import type { Members } from "./ports/members.ts";
import type { Month } from "./ports/month.ts";
import type { Prices } from "./ports/prices.ts";
import type { Refusals } from "./ports/refusals.ts";
import type { Requests } from "./ports/requests.ts";
import type { SignIns } from "./ports/sign-ins.ts";
import type { SigningKeys } from "./ports/signing-keys.ts";
import type { Staff } from "./ports/staff.ts";
import type { Walker } from "./ports/walker.ts";
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
  readonly funnel: Funnel;
  readonly prices: Prices;
  readonly keys: Keys;
  /** Yen of one invoice that one person may give back alone. */
  readonly refundAlone: number;
}

/** The same of the integrator's console, where no service of staff is at hand. */
export interface IntegrationContext {
  readonly signIns: SignIns;
  readonly integrators: Integrators;
  readonly applications: Applications;
  readonly refusals: Refusals;
  readonly walker: Walker;
  readonly signingKeys: SigningKeys;
  /** The portal's provider, as applications are set up with it. */
  readonly issuer: string;
}
