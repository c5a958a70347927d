import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Link } from "@sekimori/kit-web/primitives/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  type ConnectedApplication,
  listApplications,
} from "@sekimori/portal-contract/endpoints/connected-applications";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { scopeNames } from "../../app/scopes/scope-names.ts";
import { dialogs } from "./dialogs.ts";
import { Section } from "./section.tsx";

/** Applications are named in the language of the page. */
const applicationsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["applications", locale],
    // Most visits to My Page need no words for scopes: they come with the list.
    queryFn: () => language.withSentences(["app/scopes"], () => client.call(listApplications)),
    placeholderData: keepPreviousData,
  });

/** Which applications have access to the account, and a way to take it from each. */
export function ApplicationsSection() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ConnectedApplication>();
  const [withdrawn, setWithdrawn] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery(applicationsQuery(language.current()), queryClient);

  useEffect(() => {
    // The button that opened the question went with its row and cannot take the focus back.
    if (withdrawn !== undefined) heading.current?.focus();
  }, [withdrawn]);

  function choose(application: ConnectedApplication) {
    setWithdrawn(undefined);
    setChosen(application);
  }

  function afterWithdrawal(application: ConnectedApplication) {
    setChosen(undefined);
    setWithdrawn(application.id);
  }

  return (
    <Section
      title={t`Connected applications`}
      description={t`If you no longer use an application, revoke its access.`}
      headingRef={heading}
    >
      {!data && (
        <QueryState of={t`Connected applications`} error={error} onRetry={() => void refetch()} />
      )}
      {data?.applications.length === 0 && (
        <p className="border-y border-border py-4 text-muted">
          {t`No application has access to your account.`}
        </p>
      )}
      {data && data.applications.length > 0 && (
        <ul className="border-t border-border">
          {data.applications.map((one) => (
            <ApplicationRow key={one.id} application={one} onWithdraw={() => choose(one)} />
          ))}
        </ul>
      )}
      {chosen && (
        <dialogs.withdrawAccess.Dialog
          application={chosen}
          onClose={() => setChosen(undefined)}
          onWithdrawn={() => afterWithdrawal(chosen)}
        />
      )}
    </Section>
  );
}

interface ApplicationRowProps {
  readonly application: ConnectedApplication;
  readonly onWithdraw: () => void;
}

function ApplicationRow({ application, onWithdraw }: ApplicationRowProps) {
  const { t, i18n } = useLingui();
  const { name, firstParty, scopes, startUrl } = application;
  const since = formatMoment(application.since, language.current());
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b border-border py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-700 wrap-anywhere">
          {name}
          {firstParty && <Badge>{t`Part of this service`}</Badge>}
        </p>
        <p className="text-[0.875rem] text-muted">{t`Has access since ${{ since }}`}</p>
        <ul className="mt-1 list-disc pl-5 text-[0.875rem]">
          {scopes.map((scope) => (
            <li key={scope}>{i18n._(scopeNames[scope])}</li>
          ))}
        </ul>
        {startUrl !== null && (
          <p className="mt-2 text-[0.875rem]">
            <Link href={startUrl} newTabLabel={t`opens in a new tab`}>
              {t`Open ${{ application: name }}`}
            </Link>
          </p>
        )}
      </div>
      <Button
        size="small"
        aria-label={t`Revoke access: ${{ application: name }}`}
        onClick={onWithdraw}
      >
        {t`Revoke access`}
      </Button>
    </li>
  );
}
