import { useLingui } from "@lingui/react/macro";
import {
  endMemberSessions,
  type MemberView,
  unlockMember,
} from "@sekimori/console-contract/endpoints/members";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { ActDialog } from "./act-dialog.tsx";
import { readAgain } from "./member-queries.ts";

interface MemberActsProps {
  readonly member: Pick<MemberView, "id" | "standing">;
  /** Why the member was opened; an act may have another reason. */
  readonly reason: string;
}

/** What somebody may do for a member: only what their roles open is there. */
export function MemberActs({ member: { id, standing }, reason }: MemberActsProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<"unlock" | "end-sessions">();
  const [mayUnlock, mayEnd] = [useMay("unlock-member"), useMay("end-sessions")];
  const close = () => setAsked(undefined);
  // Of a closed account nothing is left to do: it has no session and no way in.
  if (standing === "closed") return null;

  async function unlock(why: string) {
    const { locks, counts } = await client.call(unlockMember, {
      body: { member: id, reason: why },
    });
    await readAgain(id);
    close();
    toasts.show({
      tone: "success",
      title:
        locks.length > 0
          ? t`Unlocked. We've emailed the member.`
          : counts.length > 0
            ? t`Nothing was locked. We've cleared the counts.`
            : t`Nothing was locked, and there were no counts to clear.`,
    });
  }

  async function endSessions(why: string) {
    await client.call(endMemberSessions, { body: { member: id, reason: why } });
    await readAgain(id);
    close();
    toasts.show({ tone: "success", title: t`We've logged the member out on all devices.` });
  }

  return (
    <>
      {mayUnlock && <Button onClick={() => setAsked("unlock")}>{t`Unlock login`}</Button>}
      {mayEnd && (
        <Button onClick={() => setAsked("end-sessions")}>{t`Log out on all devices`}</Button>
      )}
      {asked === "unlock" && (
        <ActDialog
          title={t`Unlock login`}
          confirmLabel={t`Unlock`}
          reason={reason}
          onConfirm={unlock}
          onClose={close}
        >
          {t`This clears the counts of wrong passwords, wrong codes and emails with codes. Make sure it's the member who is asking.`}
        </ActDialog>
      )}
      {asked === "end-sessions" && (
        <ActDialog
          title={t`Log out on all devices`}
          confirmLabel={t`Log out`}
          reason={reason}
          onConfirm={endSessions}
          onClose={close}
        >
          {t`This ends all of the member's sessions. The password doesn't change.`}
        </ActDialog>
      )}
    </>
  );
}
