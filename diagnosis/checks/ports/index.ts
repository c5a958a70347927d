import type { Check } from "../../engine/check.ts";
import { portAdmin } from "./port-admin.ts";
import { portData } from "./port-data.ts";
import { svcSsh } from "./svc-ssh.ts";
import { swVersion } from "./sw-version.ts";

/** The checks of this category, in the catalogue's order. */
export const portsChecks: readonly Check[] = [portData, portAdmin, svcSsh, swVersion];
