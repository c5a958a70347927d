import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { stopOwnRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../client.ts";
import { language } from "../language.ts";
import { profileQuery } from "../profile-query.ts";
import { reportError } from "../sentences/report-error.ts";

/** On every page, in every session: somebody is getting back in by the mailbox, and a stop. */
export function RecoveryNotice() {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { data: profile } = useQuery(profileQuery, queryClient);
  const endsAt = profile?.recovery_ends_at ?? null;
  if (endsAt === null) return null;
  const until = formatMoment(endsAt, language.current());

  async function stop() {
    setBusy(true);
    try {
      await client.call(stopOwnRecovery, {});
    } catch (error) {
      // Another tab, or the mail's link, was faster.
      if (!isApiError(error, "NotFound")) reportError(error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ["activity"] });
      setBusy(false);
    }
  }

  return (
    <div className="px-4 pt-4 sm:px-8">
      <Banner
        tone="danger"
        title={t`Someone has started recovering your account by email`}
        action={
          <Button size="small" pending={busy} onClick={() => void stop()}>
            {t`Stop recovery`}
          </Button>
        }
      >
        {t`They say they've lost your passkeys, authenticator app and recovery codes. If you don't stop it, from ${{ until }} a link in an email can set a new password and remove them all.`}
      </Banner>
    </div>
  );
}
