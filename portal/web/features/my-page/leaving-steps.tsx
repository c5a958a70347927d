import { useLingui } from "@lingui/react/macro";
import { ClosingWorkspaces } from "./closings.tsx";

interface LeavingStepsProps {
  /** The last day, and that of the deletion, as they are shown. */
  readonly last: string;
  readonly deleted: string;
}

/** What follows when a member leaves the service, in the order in which it comes. */
export function LeavingSteps({ last, deleted }: LeavingStepsProps) {
  const { t } = useLingui();
  return (
    <>
      <li>{t`Until ${{ last }}: You can log in, use the service, and change your mind. We won't charge you for another month.`}</li>
      <li>{t`On ${{ deleted }}: We delete your name, addresses, card, and settings. You can't undo this.`}</li>
      <li aria-live="polite">
        <ClosingWorkspaces last={last} deleted={deleted} />
      </li>
      <li>{t`From ${{ deleted }}: You can no longer log in or open the management application.`}</li>
      <li>{t`We keep invoices as long as the law requires. Unpaid invoices remain due.`}</li>
      <li>{t`If you need your data and invoices, download them by ${{ last }}.`}</li>
    </>
  );
}
