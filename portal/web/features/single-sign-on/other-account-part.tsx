import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  changeToOtherAccount,
  keepPresentAccount,
  showOtherAccount,
} from "@sekimori/portal-contract/endpoints/other-account";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { failureSentence } from "./failure-sentence.ts";

/** A provider answered with another account than the one that is logged in here: nobody is moved unasked. */
export function OtherAccountPart() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["other-account"],
      queryFn: () => client.call(showOtherAccount),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  const change = useActForm({
    async onSubmit() {
      const outcome = await client.call(changeToOtherAccount, { body: {} });
      session.ended("left");
      queryClient.clear();
      await navigate(pageAfter(session, outcome, ""), { replace: true });
    },
    place: () => "form",
  });
  const keep = useActForm({
    async onSubmit() {
      await client.call(keepPresentAccount, { body: {} });
      await navigate(session.isLoggedIn() ? pagePaths.security : pagePaths.login, {
        replace: true,
      });
    },
    place: () => "form",
  });

  const title = t`Switch accounts?`;
  if (!data) {
    return (
      <NarrowPage title={title}>
        <QueryState error={error} onRetry={() => void refetch()} />
      </NarrowPage>
    );
  }
  const { present, next } = data;
  return (
    <NarrowPage
      title={title}
      description={t`The login page you came from uses another account. If you didn't start this login, stay in the account you're in.`}
    >
      <dl className="mb-8 grid gap-4">
        {present !== null && (
          <div>
            <dt className="text-muted">{t`Logged in now`}</dt>
            <dd className="wrap-anywhere">{present}</dd>
          </div>
        )}
        <div>
          <dt className="text-muted">{t`Account of the login page`}</dt>
          <dd className="wrap-anywhere">{next}</dd>
        </div>
      </dl>
      <div className="grid gap-4">
        <PageForm
          form={keep}
          submitLabel={present === null ? t`Cancel` : t`Stay in this account`}
          pendingLabel={t`One moment`}
        >
          {null}
        </PageForm>
        <PageForm
          form={change}
          submitLabel={t`Switch to the other account`}
          pendingLabel={t`Logging in`}
          isSecondary
          errorSentence={(error) => {
            const sentence = failureSentence(error);
            return sentence && i18n._(sentence);
          }}
        >
          {null}
        </PageForm>
      </div>
    </NarrowPage>
  );
}
