import { useLingui } from "@lingui/react/macro";
import { noteAnswer, type WorkView } from "@sekimori/console-contract/endpoints/work";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { ActButton } from "../../app/words/act-button.tsx";
import { useWriting } from "../../app/words/here.ts";
import { MemberStep } from "./member-step.tsx";
import { readAgain } from "./work-query.ts";
import { WorkTable } from "./work-table.tsx";

/** What has a day for a member: inquiries and deletions. */
export function MemberWork({ work }: { readonly work: WorkView }) {
  const { t } = useLingui();
  const { day } = useWriting();
  const mayNote = useMay("note-answers");
  const { inquiries, deletions } = work;
  return (
    <>
      <WorkTable
        title={t`Inquiries to members`}
        rows={inquiries.map(({ account, askedOn, answerBy, isOver }) => ({
          id: account,
          what: isOver ? (
            <Badge tone="danger">{t`No answer in time`}</Badge>
          ) : (
            t`Answer by ${{ by: day(answerBy) }}`
          ),
          more: account,
          since: askedOn,
          step: (
            <>
              <MemberStep
                member={account}
                of={account}
                hint={
                  isOver
                    ? t`An administrator can close the account.`
                    : t`Wait for the answer, or remind the member.`
                }
              />
              {mayNote && (
                <div className="mt-1.5">
                  <ActButton
                    readAgain={readAgain}
                    of={account}
                    act={async () => {
                      await client.call(noteAnswer, { body: { member: account } });
                      return t`The inquiry is answered.`;
                    }}
                  >
                    {t`Mark as answered`}
                  </ActButton>
                </div>
              )}
            </>
          ),
        }))}
      />
      <WorkTable
        title={t`Deletions due`}
        rows={deletions.map(({ account, why, since, dueOn, isLate }) => ({
          id: account,
          what: (
            <>
              {why === "closed" ? t`Closed account` : t`Member who left`}
              {isLate && (
                <>
                  {" "}
                  <Badge tone="danger">{t`Overdue`}</Badge>
                </>
              )}
            </>
          ),
          more: account,
          since,
          step: (
            <MemberStep
              member={account}
              of={account}
              hint={
                isLate
                  ? t`It was due on ${{ on: day(dueOn) }}. Check the failed jobs below.`
                  : t`The data is deleted automatically on ${{ on: day(dueOn) }}.`
              }
            />
          ),
        }))}
      />
    </>
  );
}
