import { apiBase } from "@sekimori/kit-contract/api-base";
import {
  type Maintenance,
  maintenanceAnswerSchema,
  maintenancePath,
} from "@sekimori/kit-contract/maintenance";

const timeoutMs = 5_000;

/** Asks the portal what its operator has closed; one answer from memory, to anybody. */
export async function portalMaintenance(
  portalOrigin: string,
  ask: typeof fetch = fetch,
): Promise<readonly Maintenance[]> {
  const answer = await ask(`${portalOrigin}${apiBase}${maintenancePath}`, {
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return maintenanceAnswerSchema.parse(await answer.json()).maintenance;
}
