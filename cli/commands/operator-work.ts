import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { signUpFunnel } from "@sekimori/portal-server/funnel";
import { listWork, sendWaitingMail, tryJobAgain } from "@sekimori/portal-server/work";
import { type Acting, acted } from "../processes/operator-acting.ts";
import { type Shared, say } from "../processes/operator-answers.ts";
import { withOperatorTables, withOperatorWebhooks } from "../processes/operator-database.ts";

/** Of each kind so much is listed. */
const most = 200;

const dayOf = (since: Date | string): string =>
  typeof since === "string" ? since : tokyoDay(since);

/** `sekimori operator work list` */
export async function showWork(options: Shared): Promise<void> {
  const work = await withOperatorWebhooks(options.data, (tables) => listWork(tables, most));
  const { parked, charges, refunds, disputes, inquiries, deletions, jobs, mails, webhooks } = work;
  const money = (what: string, rows: typeof charges) =>
    rows.map(
      ({ invoice, amount, since, account }) =>
        `${what} ${invoice}: ${amount} yen, since ${dayOf(since)}, account ${account}`,
    );
  const lines = [
    ...parked.map(
      ({ contract, why, since, account }) =>
        `parked contract ${contract}: ${why}, since ${dayOf(since)}, account ${account}`,
    ),
    ...money("charge without an answer", charges),
    ...money("refund without an answer", refunds),
    ...money("dispute", disputes),
    ...inquiries.map(({ account, answerBy, isOver }) =>
      isOver
        ? `inquiry: not answered by ${answerBy}, account ${account}`
        : `inquiry: answer by ${answerBy}, account ${account}`,
    ),
    ...deletions.map(
      ({ account, why, dueOn, isLate }) =>
        `deletion (${why}): ${isLate ? "was due" : "due"} on ${dueOn}, account ${account}`,
    ),
    ...jobs.map(
      ({ id, name, state, attempts, since }) =>
        `job ${id} (${name}): ${state} after ${attempts} tries, since ${dayOf(since)}`,
    ),
    ...mails.map(
      ({ id, state, problem, since }) =>
        `mail ${id}: ${state}${problem === null ? "" : ` (${problem})`}, since ${dayOf(since)}`,
    ),
    ...webhooks.map(
      ({ id, label, messages, since }) =>
        `webhook ${id} (${label}): ${messages} messages have not arrived, since ${dayOf(since)}`,
    ),
  ];
  say(options, work, lines.join("\n") || "Nothing waits for anybody.");
}

/** Weeks that are counted. */
const weeks = 12;

/** `sekimori operator work registrations` */
export async function showRegistrations(options: Shared): Promise<void> {
  const facts = await withOperatorTables(options.data, (tables) => signUpFunnel(tables, weeks));
  const lines = [
    ...facts.signUps.map(
      ({ week, source, began, finished, ...steps }) =>
        `${week} ${source}: ${began} began, ${steps.information} verified, ${steps.confirmation} entered details, ${steps.payment} were asked for a card, ${steps.agreement} saw the terms, ${finished} finished`,
    ),
    ...facts.cards.map(
      ({ week, saved, threeDSecure, declined, otherwise, left }) =>
        `${week} cards: ${saved} saved, ${threeDSecure} not verified, ${declined} declined, ${otherwise} failed otherwise, ${left} left`,
    ),
    ...facts.trials.map(
      ({ week, began, paid, ended }) =>
        `${week} trials: ${began} began, ${paid} paid, ${ended} ended without a payment`,
    ),
  ];
  say(options, facts, lines.join("\n") || "Nothing to count yet.");
}

/** `sekimori operator work retry-job` */
export function retryOne(job: string, options: Acting): Promise<void> {
  return acted(options, async () => {
    const name = await withOperatorTables(options.data, (tables) =>
      tryJobAgain(tables, options, job),
    );
    return { facts: { job, name }, text: `A worker tries ${name} again now.` };
  });
}

/** `sekimori operator work send-mail` */
export function sendOne(mail: string, options: Acting): Promise<void> {
  return acted(options, async () => {
    await withOperatorTables(options.data, (tables) => sendWaitingMail(tables, options, mail));
    return { facts: { mail }, text: "A worker sends it now." };
  });
}
