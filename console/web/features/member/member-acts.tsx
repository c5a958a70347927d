import { useLingui } from "@lingui/react/macro";
import {
  endMemberSessions,
  forceMemberReset,
  type MemberView,
  unlockMember,
} from "@sekimori/console-contract/endpoints/members";
import { requestClosing } from "@sekimori/console-contract/endpoints/requests";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { ActDialog } from "./act-dialog.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { readAgain } from "./member-queries.ts";
import { RecoverDialog } from "./recover-dialog.tsx";

interface MemberActsProps {
  readonly member: Pick<MemberView, "id" | "standing" | "access">;
  /** Why the member was opened; an act may have another reason. */
  readonly reason: string;
}

/** What somebody may do for a member: only what their roles open is there. */
export function MemberActs({ member: { id, standing, access }, reason }: MemberActsProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<
    "unlock" | "end-sessions" | "force-reset" | "recover" | "copy" | "close"
  >();
  const [mayUnlock, mayEnd] = [useMay("unlock-member"), useMay("end-sessions")];
  const mayClose = useMay("close-member");
  const [mayReset, mayCopy] = [useMay("force-reset"), useMay("copy-member")];
  const isRecoverable =
    access.recoveryEndsAt === null &&
    (access.passkeys > 0 || access.ways.some((way) => way !== "email"));
  const mayRecover = useMay("recover-member") && isRecoverable;
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

  async function askClosing(why: string) {
    await client.call(requestClosing, { body: { member: id, reason: why } });
    close();
    toasts.show({ tone: "success", title: t`Someone else has to confirm this under Requests.` });
  }

  async function endSessions(why: string) {
    await client.call(endMemberSessions, { body: { member: id, reason: why } });
    await readAgain(id);
    close();
    toasts.show({ tone: "success", title: t`We've logged the member out on all devices.` });
  }

  async function forceReset(why: string) {
    await client.call(forceMemberReset, { body: { member: id, reason: why } });
    await readAgain(id);
    close();
    toasts.show({
      tone: "success",
      title: t`The member has to set a new password at the next login.`,
    });
  }

  return (
    <>
      {mayUnlock && <Button onClick={() => setAsked("unlock")}>{t`Unlock login`}</Button>}
      {mayEnd && (
        <Button onClick={() => setAsked("end-sessions")}>{t`Log out on all devices`}</Button>
      )}
      {mayReset && (
        <Button onClick={() => setAsked("force-reset")}>{t`Require a new password`}</Button>
      )}
      {mayRecover && <Button onClick={() => setAsked("recover")}>{t`Recover the account`}</Button>}
      {mayCopy && <Button onClick={() => setAsked("copy")}>{t`Copy the data`}</Button>}
      {mayClose && <Button onClick={() => setAsked("close")}>{t`Close the account`}</Button>}
      {asked === "recover" && <RecoverDialog member={id} reason={reason} onClose={close} />}
      {asked === "copy" && <CopyDialog member={id} reason={reason} onClose={close} />}
      {asked === "close" && (
        <ActDialog
          title={t`Close the account`}
          confirmLabel={t`Ask`}
          reason={reason}
          onConfirm={askClosing}
          onClose={close}
          danger
        >
          {t`This asks another administrator to confirm. Then the member's sessions and contract end, and the data is deleted within one month. It can't be undone.`}
        </ActDialog>
      )}
      {asked === "force-reset" && (
        <ActDialog
          title={t`Require a new password`}
          confirmLabel={t`Require`}
          reason={reason}
          onConfirm={forceReset}
          onClose={close}
        >
          {t`This ends all of the member's sessions. To log in again, the member sets a new password with a code by email.`}
        </ActDialog>
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
