import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  type SetUpFactor,
  showWantedFactor,
} from "@sekimori/portal-contract/endpoints/wanted-factor";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import type { BegunApp } from "../../app/second-factor/app-secret.tsx";
import { ShownCodes } from "../../app/second-factor/shown-codes.tsx";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { ConfirmWantedApp } from "./confirm-wanted-app.tsx";
import { WantedWays } from "./wanted-ways.tsx";

/** /otp/set-up: a sign-in that goes on once the factor is set up that the member's organisation wants. */
export function WantedFactorPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [app, setApp] = useState<BegunApp>();
  const [done, setDone] = useState<SetUpFactor>();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["wanted-factor"],
      queryFn: () => client.call(showWantedFactor),
      // Set up, there is nothing more to be asked.
      enabled: done === undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );

  async function goOn({ outcome }: SetUpFactor) {
    const email = session.account()?.email_address ?? "";
    await navigate(pageAfter(session, outcome, email), { replace: true });
  }

  async function onDone(answer: SetUpFactor) {
    if (answer.recoveryCodes) setDone(answer);
    else await goOn(answer);
  }

  async function leave() {
    session.ended("left");
    await navigate(pagePaths.login, { replace: true });
  }

  if (app && !done) {
    return <ConfirmWantedApp app={app} onDone={onDone} onBack={() => setApp(undefined)} />;
  }
  return (
    <NarrowPage
      title={t`Set up two-factor authentication`}
      description={
        data &&
        (data.organisation
          ? t`Required by ${{ organisation: data.organisation }} to log in. Set it up now to go on.`
          : t`Your organization requires this to log in. Set it up now to go on.`)
      }
    >
      {data ? (
        <WantedWays ways={data.ways} onBegun={setApp} onDone={onDone} />
      ) : (
        <QueryState error={error} onRetry={() => void refetch()} />
      )}
      <Button variant="plain" flush className="mt-6" onClick={() => void leave()}>
        {t`Start login over`}
      </Button>
      {done?.recoveryCodes && (
        <ShownCodes codes={done.recoveryCodes} onClose={() => void goOn(done)} />
      )}
    </NarrowPage>
  );
}
