import { useLingui } from "@lingui/react/macro";
import { useOwed } from "../../app/unpaid/use-owed.ts";
import { ClosingWorkspaces } from "./closings.tsx";

interface LeavingStepsProps {
  /** The last day, and that of the deletion, as they are shown. */
  readonly last: string;
  readonly deleted: string;
}

/** What follows when a member leaves the service, in the order in which it comes. */
export function LeavingSteps({ last, deleted }: LeavingStepsProps) {
  const { t } = useLingui();
  const owes = (useOwed().invoices ?? []).length > 0;
  return (
    <>
      <li>{t`Until ${{ last }}: You can log in, use the service, and change your mind. We won't charge you for another month.`}</li>
      <li>{t`On ${{ deleted }}: We delete your name, address, email address, card and settings. From then on you can't log in or open the management application, and you can't undo this.`}</li>
      <li aria-live="polite">
        <ClosingWorkspaces last={last} deleted={deleted} />
      </li>
      <li>
        {t`We keep invoices as long as the law requires.`}
        {owes && <> {t`Unpaid invoices remain due.`}</>}
      </li>
      <li>{t`If you need your data and invoices, download them from this page by ${{ last }}.`}</li>
    </>
  );
}
