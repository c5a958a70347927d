import { queryClient } from "@sekimori/kit-web/client/query-client";
import { reportError } from "../sentences/report-error.ts";

/** Does something and reads everything anew. @returns false where it failed, which has been said. */
export async function reportedAct(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (failure) {
    reportError(failure);
    return false;
  } finally {
    await queryClient.invalidateQueries();
  }
}
