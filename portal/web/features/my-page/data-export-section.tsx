import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import {
  type DataExport,
  fetchDataExport,
  requestDataExport,
  showDataExport,
} from "@sekimori/portal-contract/endpoints/data-export";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { StepUpCancelled } from "../../app/sentences/step-up-cancelled.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { Section } from "./section.tsx";

/** What it lacks is named in the language of the page. */
const exportQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["data-export", locale],
    queryFn: (): Promise<DataExport> => client.call(showDataExport),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === "preparing") return 2_000;
      return data?.missing.length ? 30_000 : false;
    },
  });

/** A copy of what the portal holds of a person, but for secrets: asked for, made by a worker, downloaded. */
export function DataExportSection() {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const locale = language.current();
  const { data, error, refetch } = useQuery(exportQuery(locale), queryClient);
  const [busy, setBusy] = useState<"request" | "json" | "html">();

  const quoted = (names: readonly string[]) =>
    names.map((name) => t`“${{ name }}”`).join(locale === "ja" ? "" : ", ");

  async function doing(what: "request" | "json" | "html", work: () => Promise<void>) {
    setBusy(what);
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof StepUpCancelled)) reportError(failure);
    } finally {
      setBusy(undefined);
    }
  }

  const request = () =>
    doing("request", async () => {
      const answer = await stepUp.run(() => client.call(requestDataExport, { body: {} }));
      queryClient.setQueryData(exportQuery(locale).queryKey, answer);
    });
  const download = (format: "json" | "html") =>
    doing(format, async () => {
      const body = { format, locale };
      const file = await stepUp.run(() => client.call(fetchDataExport, { body }));
      saveFile(file.name, file.content, "application/octet-stream");
    });

  return (
    <Section
      title={t`Your data`}
      description={t`You can download a copy of what we keep about you.`}
    >
      <Disclosure className="mb-4" summary={t`What the copy contains`}>
        {t`Your account, contracts, orders, card (without its number), invoices, payments, refunds, applications you allowed, sign-ins, devices, activity, and your data in the management application. Passwords and other secrets aren't included.`}
      </Disclosure>
      {!data && <QueryState of={t`Your data`} error={error} onRetry={() => void refetch()} />}
      {data?.state === "preparing" && <ProgressBar label={t`Your data is being prepared`} />}
      {data?.state === "ready" && data.readyUntil && (
        <p className="mb-4">
          {t`Ready. You can download it until ${{ moment: formatMoment(data.readyUntil, locale) }}.`}
        </p>
      )}
      {data?.state === "ready" && data.missing.length > 0 && (
        <p className="mb-4" role="status">
          {t`We couldn't reach ${{ names: quoted(data.missing) }}, so its data isn't included yet. We'll keep trying and email you when the copy is complete.`}
        </p>
      )}
      {data && data.state !== "preparing" && (
        <div className="flex flex-wrap gap-3">
          {data.state === "ready" && (
            <>
              <Button
                className="max-w-full"
                pending={busy === "html"}
                pendingLabel={t`Loading`}
                onClick={() => void download("html")}
              >
                {t`Download to read (HTML)`}
              </Button>
              <Button
                className="max-w-full"
                pending={busy === "json"}
                pendingLabel={t`Loading`}
                onClick={() => void download("json")}
              >
                {t`Download for programs (JSON)`}
              </Button>
            </>
          )}
          <Button
            className="max-w-full"
            pending={busy === "request"}
            pendingLabel={t`Sending`}
            onClick={() => void request()}
          >
            {data.state === "ready" ? t`Create a new copy` : t`Prepare my data`}
          </Button>
        </div>
      )}
      {stepUp.dialog}
    </Section>
  );
}
