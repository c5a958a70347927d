import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  resendMessages,
  retryJob,
  sendMailNow,
  type WorkView,
} from "@sekimori/console-contract/endpoints/work";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { ActButton } from "../../app/words/act-button.tsx";
import { readAgain } from "./work-query.ts";
import { WorkTable } from "./work-table.tsx";

/** What should have happened by itself: jobs, mails, and messages to our own webhooks. */
export function DeliveryWork({ work }: { readonly work: WorkView }) {
  const { t } = useLingui();
  const [mayRetry, mayResend] = [useMay("retry-jobs"), useMay("resend")];
  const { jobs, mails, webhooks } = work;
  const hint = (text: string) => <p className="text-[0.875rem] text-muted">{text}</p>;
  const jobStates: Readonly<Record<WorkView["jobs"][number]["state"], (tries: number) => string>> =
    {
      late: () => t`Due, but no worker has started it`,
      failed: (tries) =>
        plural(tries, {
          one: "Failed # time, will be retried",
          other: "Failed # times, will be retried",
        }),
      "given-up": (tries) =>
        plural(tries, { one: "Given up after # attempt", other: "Given up after # attempts" }),
    };
  const mailStates: Readonly<Record<WorkView["mails"][number]["state"], string>> = {
    queued: t`Waiting to be sent`,
    refused: t`Refused by the recipient's server`,
    expired: t`Given up: the server couldn't be reached`,
  };
  return (
    <>
      <WorkTable
        title={t`Failed and late jobs`}
        rows={jobs.map(({ id, name, state, attempts, since }) => ({
          id,
          what: jobStates[state](attempts),
          more: `${name} (${id})`,
          since,
          step: mayRetry ? (
            <ActButton
              readAgain={readAgain}
              of={`${name} (${id})`}
              act={async () => {
                await client.call(retryJob, { body: { job: id } });
                return t`The job is tried again.`;
              }}
            >
              {t`Retry`}
            </ActButton>
          ) : (
            hint(t`Support, security or an administrator can try it again.`)
          ),
        }))}
      />
      <WorkTable
        title={t`Undelivered emails`}
        rows={mails.map(({ id, state, problem, since }) => ({
          id,
          what: mailStates[state],
          more: problem === null ? id : `${id} (${problem})`,
          since,
          step:
            state !== "queued" ? (
              hint(t`We no longer have its content. The member can request it again.`)
            ) : mayResend ? (
              <ActButton
                readAgain={readAgain}
                of={id}
                act={async () => {
                  await client.call(sendMailNow, { body: { mail: id } });
                  return t`The email is sent now.`;
                }}
              >
                {t`Send now`}
              </ActButton>
            ) : (
              hint(t`Support or security can send it again.`)
            ),
        }))}
      />
      <WorkTable
        title={t`Webhooks that messages don't reach`}
        rows={webhooks.map(({ id, label, host, messages, disabledWhy, since }) => ({
          id,
          what: label,
          more: `${host} (${plural(messages, {
            one: "# undelivered message",
            other: "# undelivered messages",
          })})`,
          since,
          step:
            disabledWhy !== null ? (
              hint(t`It's disabled. Once the receiver works, an engineer enables it again.`)
            ) : mayResend ? (
              <ActButton
                readAgain={readAgain}
                of={label}
                act={async () => {
                  await client.call(resendMessages, { body: { webhook: id } });
                  return t`The messages are sent again.`;
                }}
              >
                {t`Send again`}
              </ActButton>
            ) : (
              hint(t`Support or security can send it again.`)
            ),
        }))}
      />
    </>
  );
}
