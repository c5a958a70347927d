import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { profileQuery } from "../../app/profile-query.ts";
import { clientStorage } from "../../app/session/current.ts";
import { EnterChangeCode } from "./enter-change-code.tsx";
import { NothingWaiting } from "./nothing-waiting.tsx";

/**
 * /change-email/verify. A mailed link names the new address in its query: the address is stored and
 * the page loaded again without it (specification 2), so that it is in no history and no referrer.
 */
export function ChangeEmailVerifyPage() {
  const [query] = useSearchParams();
  const named = query.get(queryNames.changeEmail);

  useEffect(() => {
    if (named === null) return;
    clientStorage.write("changedEmail", named);
    window.location.replace(pagePaths.changeEmailVerify);
  }, [named]);

  return <WaitingChange held={named !== null} />;
}

/** Anybody can write an address into a link: shown and written to is the one the server holds. */
function WaitingChange({ held }: { held: boolean }) {
  const { t } = useLingui();
  const { data: profile, error, refetch } = useQuery(profileQuery, queryClient);
  const [confirmed, setConfirmed] = useState(false);
  if (held || confirmed || !profile) {
    return (
      <NarrowPage title={t`Email Address Authentication`}>
        <QueryState error={error} onRetry={() => void refetch()} />
      </NarrowPage>
    );
  }
  if (!profile.pending_email) return <NothingWaiting email={profile.email_address} />;
  return <EnterChangeCode email={profile.pending_email} onConfirmed={() => setConfirmed(true)} />;
}
