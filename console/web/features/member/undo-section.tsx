import { useLingui } from "@lingui/react/macro";
import { type MemberView, undoMemberEnd } from "@sekimori/console-contract/endpoints/members";
import { requestAddress } from "@sekimori/console-contract/endpoints/requests";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { toasts } from "../../app/toasts.ts";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { readAgain } from "./member-queries.ts";

interface UndoSectionProps {
  readonly member: Pick<MemberView, "id" | "undo">;
  readonly reason: string;
}

type Address = MemberView["undo"]["addresses"][number];

/** What can be taken back for a member; nothing where that is nothing. */
export function UndoSection({ member: { id, undo }, reason }: UndoSectionProps) {
  const { t } = useLingui();
  const { day, moment } = useWriting();
  const [asked, setAsked] = useState<"end" | Address>();
  const [mayEnd, mayRestore] = [useMay("undo-end"), useMay("restore-address")];
  const { end, addresses } = undo;
  if (end === null && addresses.length === 0) return null;
  const close = () => setAsked(undefined);

  async function undoEnd(why: string) {
    await client.call(undoMemberEnd, { body: { member: id, reason: why } });
    await readAgain(id);
    close();
    toasts.show({ tone: "success", title: t`Undone. We've emailed the member.` });
  }

  async function askAddress(changedAt: string, why: string) {
    await client.call(requestAddress, { body: { member: id, changedAt, reason: why } });
    close();
    toasts.show({ tone: "success", title: t`Someone else has to confirm this under Requests.` });
  }

  return (
    <Section title={t`What can be undone`}>
      <ul className="grid gap-3 text-[0.9375rem]">
        {end && (
          <li>
            <p>
              {end.of === "cancellation"
                ? t`The plan is canceled. This can be undone until ${{ until: day(end.until) }}.`
                : t`The member is closing the account. This can be undone until ${{ until: day(end.until) }}.`}
            </p>
            {mayEnd ? (
              <Button size="small" className="mt-1.5" onClick={() => setAsked("end")}>
                {end.of === "cancellation" ? t`Undo the cancellation` : t`Undo the closure`}
              </Button>
            ) : (
              <p className="text-muted">{t`Support can undo it, and so can the member on My Page.`}</p>
            )}
          </li>
        )}
        {addresses.map((address) => (
          <li key={address.changedAt}>
            <p className="break-words">
              {t`The address was ${{ email: address.email }} until ${{ at: moment(address.changedAt) }}. It can go back until ${{ until: moment(address.until) }}.`}
            </p>
            {mayRestore ? (
              <Button size="small" className="mt-1.5" onClick={() => setAsked(address)}>
                {t`Go back to this address`}
              </Button>
            ) : (
              <p className="text-muted">{t`Security or an administrator can go back to it.`}</p>
            )}
          </li>
        ))}
      </ul>
      {asked === "end" && (
        <ActDialog
          title={end?.of === "withdrawal" ? t`Undo the closure` : t`Undo the cancellation`}
          confirmLabel={t`Undo`}
          reason={reason}
          onConfirm={undoEnd}
          onClose={close}
        >
          {t`The contract goes on as before, with the next charge on its day. We email the member.`}
        </ActDialog>
      )}
      {asked !== undefined && asked !== "end" && (
        <ActDialog
          title={t`Go back to the former email address`}
          confirmLabel={t`Ask`}
          reason={reason}
          onConfirm={(why) => askAddress(asked.changedAt, why)}
          onClose={close}
          danger
        >
          {t`This asks a colleague to confirm that the account goes back to ${{ email: asked.email }}. Then all sessions end, and the next login needs a new password. Make sure by another way that it's the member who is asking.`}
        </ActDialog>
      )}
    </Section>
  );
}
