import { transaction } from "@sekimori/kit-server/database";
import { retryJob } from "@sekimori/kit-server/jobs";
import { sendMailNow } from "@sekimori/kit-server/mail";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordAct,
} from "../operator/operator-audit.ts";

/**
 * Has a job that failed, was given up or is late done now.
 *
 * @returns its name
 * @throws OperatorRefused where it is done, being done, or not due; DryRun
 */
export function tryJobAgain(
  { db, clock }: OperatorTables,
  acting: ActingOperator,
  job: string,
): Promise<string> {
  return transaction(db, async (tx) => {
    const name = await retryJob(tx, job);
    if (name === undefined) {
      throw new OperatorRefused(`No job ${job} waits to be tried; it is done, or being done.`);
    }
    await recordAct(tx, { clock }, acting, "operator.job-retried", { job, name });
    return name;
  });
}

/**
 * Has a mail that waits sent now.
 *
 * @throws OperatorRefused where it was sent or given up; DryRun
 */
export function sendWaitingMail(
  { db, clock }: OperatorTables,
  acting: ActingOperator,
  mail: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await sendMailNow(tx, mail))) {
      throw new OperatorRefused(`No mail ${mail} waits; it was sent, or given up.`);
    }
    await recordAct(tx, { clock }, acting, "operator.mail-sent-again", { mail });
  });
}
