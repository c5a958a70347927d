import { useLingui } from "@lingui/react/macro";
import { walkMinutes } from "@sekimori/console-contract/constants";
import { beginWalk, openWalk } from "@sekimori/console-contract/endpoints/integration/walks";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { FormFoot } from "@sekimori/kit-web/shell/page-form";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../app/integration-client.ts";
import { Section } from "../../app/words/section.tsx";
import { finishQuery, type Returned, returnedIn } from "./finish-query.ts";
import { FinishedWalk } from "./finished-walk.tsx";
import { StepCard } from "./step-card.tsx";

/** Walks through a login of one application: to the portal, back here, and what came of it. */
export function WalkPage() {
  const { t } = useLingui();
  const [query, change] = useSearchParams();
  const id = query.get("id") ?? "";
  const [returned, setReturned] = useState<Returned | undefined>(() => returnedIn(query));
  useEffect(() => {
    // The code is redeemed by now or soon; the address, the history and the next reload need it no more.
    if (query.has("state")) void change({ id }, { replace: true });
  }, [query, change, id]);
  return (
    <>
      <PageHeader
        title={t`Try the login`}
        description={t`You log in to ${{ id }} as people do. This console receives the answer in the application's place, for ${{ minutes: walkMinutes }} minutes at most, and shows every step with its secrets masked.`}
      />
      {returned === undefined ? (
        <Beginning id={id} />
      ) : (
        <Ending returned={returned} onAgain={() => setReturned(undefined)} />
      )}
      <FormFoot to={`${integrationPagePaths.application}?${new URLSearchParams({ id })}`}>
        {t`Back to the application`}
      </FormFoot>
    </>
  );
}

/** Prepares the request, and shows it before the browser leaves. */
function Beginning({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const preparing = useMutation(
    {
      async mutationFn() {
        const { walk, readyAfterMs } = await client.call(beginWalk, { body: { id } });
        // Every process of the portal has to know the return address.
        await new Promise((done) => setTimeout(done, readyAfterMs));
        return client.call(openWalk, { body: { id, walk } });
      },
    },
    queryClient,
  );
  const { data, error, isPending, mutate } = preparing;
  if (error) return <QueryState error={error} onRetry={mutate} />;
  if (data === undefined) {
    return (
      <Button
        variant="primary"
        pending={isPending}
        pendingLabel={t`Getting ready. This takes a few seconds.`}
        onClick={() => mutate()}
      >
        {t`Prepare the request`}
      </Button>
    );
  }
  const { url, steps } = data;
  return (
    <>
      <Section title={t`Requests`}>
        <ol className="grid gap-4">
          {steps.map((step) => (
            <StepCard key={step.step} step={step} />
          ))}
        </ol>
      </Section>
      {url !== null && (
        <Button variant="primary" onClick={() => window.location.assign(url)}>
          {t`Log in at the portal`}
        </Button>
      )}
    </>
  );
}

interface EndingProps {
  readonly returned: Returned;
  readonly onAgain: () => void;
}

/** Back from the portal: what the browser brought is redeemed, once. */
function Ending({ returned, onAgain }: EndingProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(finishQuery(returned), queryClient);
  if (data === undefined) return <QueryState error={error} onRetry={onAgain} />;
  return (
    <>
      <FinishedWalk finished={data} />
      <Button onClick={onAgain}>{t`Try once more`}</Button>
    </>
  );
}
