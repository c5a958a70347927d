import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { declineJoining } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";
import { FailedPart } from "./failed-part.tsx";
import { JoinForm } from "./join-form.tsx";
import { joiningPage, joiningQuery } from "./joining-query.ts";
import { LinkForm } from "./link-form.tsx";

/** Who came from an organisation's provider for the first time is told what joining means, and asked. */
export function JoiningPart() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(joiningQuery, queryClient);
  if (isApiError(error, "SingleSignOnFailed")) return <FailedPart error={error} />;
  if (!data) {
    return (
      <NarrowPage title={t`Join your organization`}>
        <QueryState error={error} onRetry={() => void refetch()} />
      </NarrowPage>
    );
  }
  const { organisation, provider, email } = data;
  const about = t`From ${{ provider }}: ${{ email }} (${{ organisation }})`;
  if (data.account === "none") {
    return (
      <NarrowPage title={t`Join ${{ organisation }}`} description={about}>
        <ul className="mb-8 grid list-disc gap-2 pl-5">
          <li>{t`You get an account that you log in to through your organization, without a password of its own.`}</li>
          <li>{t`It has no plan and no card: your organization pays.`}</li>
          <li>{t`Your organization's provider manages your email address, your password and two-factor authentication.`}</li>
        </ul>
        {data.present !== null && (
          <Banner
            className="mb-8"
            tone="warning"
            title={t`You're logged in as ${{ present: data.present }}`}
          >
            {t`If you join, you're logged out of that account here. If you didn't start this, don't join.`}
          </Banner>
        )}
        <JoinForm joining={data} onChanged={() => void refetch()} />
        <Decline>{t`Don't join`}</Decline>
      </NarrowPage>
    );
  }
  if (data.account === "signed-in") {
    return (
      <NarrowPage title={t`Log in through ${{ organisation }}?`} description={about}>
        <LinkForm joining={data} />
        <Decline>{t`Keep a personal account`}</Decline>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={t`You already have an account`} description={about}>
      <p className="mb-6">
        {data.account === "other"
          ? t`You're logged in to another account here. Log out, and log in to the account of this address to decide whether to link it to your organization.`
          : t`To link it to your organization's login, first log in to it the way you always do. You can also keep it as a personal account.`}
      </p>
      <Button
        variant="primary"
        size="large"
        wide
        onClick={() => {
          session.ended("left");
          session.returnTo(joiningPage);
          void navigate(`${pagePaths.login}?login_hint=${encodeURIComponent(email)}`);
        }}
      >
        {t`Log in to decide`}
      </Button>
      <Decline>{t`Keep a personal account`}</Decline>
    </NarrowPage>
  );
}

/** Nothing is linked; the account, if there is one, stays as it is. */
function Decline({ children }: { readonly children: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function decline() {
    setBusy(true);
    try {
      await client.call(declineJoining, { body: {} });
      queryClient.removeQueries({ queryKey: joiningQuery.queryKey });
      await navigate(session.isLoggedIn() ? pagePaths.security : pagePaths.login, {
        replace: true,
      });
    } catch (error) {
      setBusy(false);
      reportError(error);
    }
  }

  return (
    <Button
      className="mt-4"
      size="large"
      wide
      pending={busy}
      pendingLabel={t`One moment`}
      onClick={() => void decline()}
    >
      {children}
    </Button>
  );
}
