import { useLingui } from "@lingui/react/macro";
import { recentSignInSeconds } from "@sekimori/karte-contract/constants";
import { type ReactNode, useState } from "react";
import { isFramed } from "../embedding.ts";
import { reportError } from "../sentences/report-error.ts";
import { useSession } from "../session/session-query.ts";
import { signInAddress, signInByHost } from "../session/sign-in.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const minutes = recentSignInSeconds / 60;

/** Left at least when an act begins, so that a sign-in does not grow old while a dialog is filled in. */
const leastLeftMs = 60_000;
const recently = { max_age: String(recentSignInSeconds) };

/**
 * Dangerous acts want a recent sign-in. Where it is not, the portal asks for the password, and then the
 * page is shown that opens what was begun. Around our frame it asks in place, by a dialog of its own: we
 * open none, for two would fight over the focus. On our own it asks in the whole window, and we say so
 * before. Render `dialog` on the page.
 */
export function useRecentSignIn(): {
  /**
   * @param open opens the act, now that the sign-in is recent.
   * @param returnTo a path of ours that opens it.
   */
  readonly begin: (open: () => void, returnTo: string) => void;
  /** The server has refused: asks whatever we believe of the sign-in, and then shows `returnTo`. */
  readonly ask: (returnTo: string) => void;
  readonly dialog: ReactNode;
} {
  const { t } = useLingui();
  const { data, dataUpdatedAt } = useSession();
  const [waiting, setWaiting] = useState<string>();
  const isRecent = () =>
    data !== undefined && Date.now() - dataUpdatedAt < data.recentFor * 1000 - leastLeftMs;
  function ask(returnTo: string) {
    if (isFramed) signInByHost(returnTo, recently, true).catch(reportError);
    else setWaiting(returnTo);
  }
  return {
    begin(open, returnTo) {
      if (isRecent()) open();
      else ask(returnTo);
    },
    ask,
    dialog: waiting !== undefined && (
      <ConfirmDialog
        title={t`Confirm it's you`}
        confirmLabel={t`Continue`}
        onConfirm={async () => window.location.assign(signInAddress(waiting, recently))}
        onClose={() => setWaiting(undefined)}
      >
        <p>{t`You logged in more than ${{ minutes }} minutes ago. Confirm your password, then continue here.`}</p>
      </ConfirmDialog>
    ),
  };
}
