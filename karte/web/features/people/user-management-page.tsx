import { useLingui } from "@lingui/react/macro";
import {
  changeMember,
  type Invitation,
  type Member,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from "@sekimori/karte-contract/endpoints/people";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PlusIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { NoRight } from "../../app/shell/no-right.tsx";
import { Section } from "../../app/shell/section.tsx";
import { toasts } from "../../app/toasts.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberDialog } from "./member-dialog.tsx";
import { type MemberAct, MemberTable } from "./member-table.tsx";
import { peopleQuery } from "./people-queries.ts";
import { OverPlan, useRoom } from "./plan-room.tsx";
import { SureDialog, type SureQuestion } from "./sure-dialog.tsx";

type Open =
  | { readonly kind: "invite" }
  | { readonly kind: "change"; readonly member: Member }
  | { readonly kind: "sure"; readonly question: SureQuestion };

/** /user-management: who works here, who is invited, and what each may see. */
export function UserManagementPage() {
  const { t } = useLingui();
  const maySee = useMay("see-people");
  const { data: session } = useSession();
  if (session && !maySee) {
    return (
      <>
        <PageHeader title={t`User management`} />
        <NoRight />
      </>
    );
  }
  return <People />;
}

function People() {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const [busy, setBusy] = useState<string>();
  const mayInvite = useMay("invite-people");
  const { data, error, refetch } = useQuery(peopleQuery, queryClient);
  const close = () => setOpen(undefined);

  async function resend({ id, email }: Invitation) {
    setBusy(id);
    const isDone = await reportedAct(() =>
      client.call(resendInvitation, { params: { id }, body: {} }),
    );
    setBusy(undefined);
    if (isDone)
      toasts.show({ tone: "success", title: t`We sent a new invitation to ${{ email }}` });
  }

  function begin(kind: MemberAct, member: Member) {
    if (kind === "change") return setOpen({ kind: "change", member });
    const params = { id: member.id };
    if (kind === "resume") {
      return void reportedAct(() =>
        client.call(changeMember, { params, body: { suspended: false } }),
      );
    }
    const work =
      kind === "suspend"
        ? () => client.call(changeMember, { params, body: { suspended: true } })
        : () => client.call(removeMember, { params });
    setOpen({ kind: "sure", question: { kind, name: member.name, work } });
  }

  const room = useRoom(data);
  return (
    <>
      <PageHeader
        title={t`User management`}
        description={t`Manage who's in this workspace, what they can do and what they can see.`}
        actions={
          mayInvite && (
            <Button
              variant="primary"
              icon={<PlusIcon />}
              onClick={() => setOpen({ kind: "invite" })}
            >
              {t`Invite people`}
            </Button>
          )
        }
      />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <OverPlan people={data} />
          <Section title={t`Members`} description={room}>
            <MemberTable members={data.members} onAct={begin} />
          </Section>
          {data.invitations.length > 0 && (
            <Section title={t`Invitations`}>
              <InvitationTable
                invitations={data.invitations}
                busy={busy}
                onResend={(one) => void resend(one)}
                onWithdraw={({ id, email }) =>
                  setOpen({
                    kind: "sure",
                    question: {
                      kind: "withdraw",
                      name: email,
                      work: () => client.call(withdrawInvitation, { params: { id } }),
                    },
                  })
                }
              />
            </Section>
          )}
        </>
      )}
      {open?.kind === "invite" && <InviteDialog onClose={close} />}
      {open?.kind === "change" && <MemberDialog member={open.member} onClose={close} />}
      {open?.kind === "sure" && (
        <SureDialog question={open.question} act={reportedAct} onClose={close} />
      )}
    </>
  );
}
