import { useLingui } from "@lingui/react/macro";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { MailIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { changeEmailUndoMs } from "@sekimori/portal-contract/constants";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../app/profile-query.ts";
import { NothingWaiting } from "./nothing-waiting.tsx";

/** The address that a confirmed change has handed over with the navigation. */
function changedTo(state: unknown): unknown {
  return typeof state === "object" && state !== null && "changedTo" in state && state.changedTo;
}

/** /change-email/complete: says what the server says, whoever opens it and how. */
export function ChangeEmailCompletePage() {
  const { t } = useLingui();
  const { state } = useLocation();
  const { data: profile, error, refetch } = useQuery(profileQuery, queryClient);
  if (!profile) {
    return (
      <NarrowPage title={t`Email Address Authentication`}>
        <QueryState error={error} onRetry={() => void refetch()} />
      </NarrowPage>
    );
  }
  const { email_address: email, pending_email: waiting } = profile;
  if (waiting) return <StillWaiting email={email} waiting={waiting} />;
  if (changedTo(state) !== email) return <NothingWaiting email={email} />;
  const days = changeEmailUndoMs / dayMs;
  return (
    <StatePage
      title={t`Your email address has been changed`}
      illustration={<MailIllustration />}
      action={
        <Link
          to={pagePaths.security}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Go to My Page`}
        </Link>
      }
    >
      {t`Your login ID is now ${{ email }}. We've notified your previous address. You can undo the change from there for ${{ days }} days.`}
    </StatePage>
  );
}

function StillWaiting({ email, waiting }: { email: string; waiting: string }) {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`Your email address hasn't changed yet`}
      illustration={<MailIllustration />}
      action={
        <Link
          to={pagePaths.changeEmailVerify}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Enter the code`}
        </Link>
      }
    >
      {t`Your login ID is still ${{ email }}. Enter the code we sent to ${{ waiting }} to complete the change.`}
    </StatePage>
  );
}
