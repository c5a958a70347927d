import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  findCandidates,
  judgeCandidates,
  listCandidates,
} from "@sekimori/karte-contract/endpoints/discovery";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { Section } from "../../app/shell/section.tsx";
import { toasts } from "../../app/toasts.ts";
import { CandidateTable } from "./candidate-table.tsx";

const fileDialog = fetchedDialog(
  async () => (await import("./candidate-file-dialog.tsx")).CandidateFileDialog,
);

/** A search that goes on is looked at again after so long. */
const lookAgainMs = 5_000;

/** Names that may be the organisation's, found from its verified domains. */
export function CandidateSection() {
  const { t } = useLingui();
  const [isReading, setIsReading] = useState(false);
  const [cursor, setCursor] = useState<string>();
  const query = { state: "new", ...(cursor === undefined ? {} : { cursor }) };
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["candidates", query],
      queryFn: () => client.call(listCandidates, { query }),
      refetchInterval: ({ state }) =>
        state.data?.search?.finishedAt === null ? lookAgainMs : false,
    },
    queryClient,
  );
  const search = data?.search;
  const isSearching = search?.finishedAt === null;
  const reload = () => queryClient.invalidateQueries({ queryKey: ["candidates"] });

  async function judge(candidates: readonly string[], state: "added" | "dismissed") {
    const body = { candidates: [...candidates], state };
    let told = "";
    const isDone = await reportedAct(async () => {
      const { domains, hosts } = await client.call(judgeCandidates, { body });
      told =
        state === "dismissed"
          ? t`Put aside. It isn't suggested again.`
          : domains > 0
            ? plural(domains, {
                one: "# domain added. Verify it and agree to scans next.",
                other: "# domains added. Verify them and agree to scans next.",
              })
            : plural(hosts, {
                one: "# subdomain approved under its verified domain",
                other: "# subdomains approved under their verified domain",
              });
    });
    if (isDone) toasts.show({ tone: "success", title: told });
  }

  return (
    <Section
      title={t`Domains that may be yours`}
      description={t`We look for names from your verified domains: certificates, your name servers and mail servers, look-alikes. We ask the DNS only and send nothing to what we find.`}
      actions={
        <>
          <Button
            pending={isSearching}
            pendingLabel={t`Searching`}
            onClick={() => void reportedAct(() => client.call(findCandidates, { body: {} }))}
          >
            {t`Search now`}
          </Button>
          <Button onClick={() => setIsReading(true)}>{t`Read a file`}</Button>
        </>
      }
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && (
        <p className="mb-3 text-[0.875rem] text-muted">
          <span>
            {search?.finishedAt
              ? t`Last searched ${{ moment: formatMoment(search.finishedAt, language.current()) }}.`
              : isSearching
                ? t`Searching. Names appear as they're found.`
                : t`Not searched yet.`}
          </span>
          {!data.certificateLog && (
            <span className="block">
              {t`Certificate logs aren't searched: the operator hasn't set up a source.`}
            </span>
          )}
        </p>
      )}
      {data?.candidates.length === 0 && <p className="text-muted">{t`No suggestions.`}</p>}
      {data && data.candidates.length > 0 && (
        <CandidateTable candidates={data.candidates} onJudge={judge} />
      )}
      {data && (data.next !== null || cursor !== undefined) && (
        <div className="mt-3 flex gap-3">
          {cursor !== undefined && (
            <Button onClick={() => setCursor(undefined)}>{t`First page`}</Button>
          )}
          {data.next !== null && (
            <Button onClick={() => setCursor(data.next ?? undefined)}>{t`Next page`}</Button>
          )}
        </div>
      )}
      {isReading && (
        <fileDialog.Dialog
          onClose={() => {
            setIsReading(false);
            void reload();
          }}
        />
      )}
    </Section>
  );
}
