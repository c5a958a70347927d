import { useLingui } from "@lingui/react/macro";
import {
  changeMember,
  type Invitation,
  type Member,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from "@sekimori/karte-contract/endpoints/people";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PlusIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../app/client.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { NoRight } from "../../app/shell/no-right.tsx";
import { useRecentSignIn } from "../../app/shell/recent-sign-in.tsx";
import { Section } from "../../app/shell/section.tsx";
import { toasts } from "../../app/toasts.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { type InviteDraft, keepInviteDraft, takeInviteDraft } from "./invite-draft.ts";
import { MemberDialog } from "./member-dialog.tsx";
import { type MemberAct, MemberTable, memberActs } from "./member-table.tsx";
import { peopleQuery } from "./people-queries.ts";
import { OverPlan, useRoom } from "./plan-room.tsx";
import { SureDialog, type SureQuestion } from "./sure-dialog.tsx";

type Open =
  | { readonly kind: "invite"; readonly draft?: InviteDraft | undefined }
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
  const [address, setAddress] = useSearchParams();
  // Who was away to confirm a sign-in comes back to what was begun.
  const [open, setOpen] = useState<Open | undefined>(() =>
    address.get("act") === "invite" ? { kind: "invite", draft: takeInviteDraft() } : undefined,
  );
  const recent = useRecentSignIn();
  const [busy, setBusy] = useState<string>();
  const mayInvite = useMay("invite-people");
  const { data, error, refetch } = useQuery(peopleQuery, queryClient);
  const members = data?.members;
  useEffect(() => {
    const wanted = members?.find(({ id }) => id === address.get("member"));
    const act = memberActs.find((one) => one === address.get("act"));
    if (!wanted || !act) return;
    // Opened once: neither a reload nor the way back opens it again.
    void setAddress({}, { replace: true, animated: false });
    show(act, wanted);
  });

  function close() {
    setOpen(undefined);
    if (address.has("act")) void setAddress({}, { replace: true, animated: false });
  }

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
    const query = new URLSearchParams({ act: kind, member: member.id });
    recent.begin(() => show(kind, member), `${pagePaths.userManagement}?${query}`);
  }

  function show(kind: MemberAct, member: Member) {
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
      {open?.kind === "invite" && (
        <InviteDialog
          draft={open.draft}
          onStepUp={(draft) => {
            keepInviteDraft(draft);
            recent.ask(`${pagePaths.userManagement}?act=invite`);
          }}
          onClose={close}
        />
      )}
      {open?.kind === "change" && <MemberDialog member={open.member} onClose={close} />}
      {open?.kind === "sure" && (
        <SureDialog question={open.question} act={reportedAct} onClose={close} />
      )}
      {recent.dialog}
    </>
  );
}
