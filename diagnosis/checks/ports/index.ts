import type { Check } from "../../engine/check.ts";
import { appPrint } from "./app-print.rule.ts";
import { portAdmin } from "./port-admin.rule.ts";
import { portData } from "./port-data.rule.ts";
import { svcPlain } from "./svc-plain.rule.ts";
import { svcSsh } from "./svc-ssh.rule.ts";
import { swVersion } from "./sw-version.rule.ts";

/** The checks of this category, in the catalogue's order. */
export const portsChecks: readonly Check[] = [
  portData,
  portAdmin,
  svcPlain,
  appPrint,
  svcSsh,
  swVersion,
];
