import type { LabState } from "../state.ts";
import { cleanStates } from "./clean.ts";
import { contentStatesOf } from "./content.ts";
import { denialStates } from "./denial.ts";
import { dnsStates } from "./dns.ts";
import { fileStates } from "./files.ts";
import { httpStates } from "./http.ts";
import { mailStates } from "./mail.ts";
import { nameStates } from "./names.ts";
import { portStates } from "./ports.ts";
import { reportedStates } from "./reported.ts";
import { softwareStates } from "./software.ts";
import { tlsStates } from "./tls.ts";

/** Every state of the lab. */
export const manifest: readonly LabState[] = [
  ...cleanStates,
  ...tlsStates,
  ...httpStates,
  ...fileStates,
  ...contentStatesOf,
  ...dnsStates,
  ...denialStates,
  ...mailStates,
  ...nameStates,
  ...portStates,
  ...softwareStates,
  ...reportedStates,
];
