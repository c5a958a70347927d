import type { Check } from "../../engine/check.ts";
import { appPrint } from "./app-print.ts";
import { portAdmin } from "./port-admin.ts";
import { portData } from "./port-data.ts";
import { svcPlain } from "./svc-plain.ts";
import { svcSsh } from "./svc-ssh.ts";
import { swVersion } from "./sw-version.ts";

/** The checks of this category, in the catalogue's order. */
export const portsChecks: readonly Check[] = [
  portData,
  portAdmin,
  svcPlain,
  appPrint,
  svcSsh,
  swVersion,
];
