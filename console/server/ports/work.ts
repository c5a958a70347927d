import type { resendMessages, WorkView } from "@sekimori/console-contract/endpoints/work";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Acting } from "./members.ts";

type By = Pick<Acting, "by">;

/**
 * What waits for those who work here, as the portal's own services know it, and what is tried again:
 * the same that the operator's commands call. Each act is written down in the commit that does it.
 */
export interface Work {
  list(): Promise<WorkView>;
  /** @throws AppError WorkOver. */
  retryJob(job: string, by: By): Promise<void>;
  /** @throws AppError WorkOver. */
  sendMail(mail: string, by: By): Promise<void>;
  /** @throws AppError WorkOver. */
  resendMessages(webhook: string, by: By): Promise<EndpointResult<typeof resendMessages>>;
  /** @throws AppError WorkOver. */
  noteAnswer(member: string, by: By): Promise<void>;
}
