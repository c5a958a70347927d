import { useLingui } from "@lingui/react/macro";
import { showApplication } from "@sekimori/console-contract/endpoints/integration/applications";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Select } from "@sekimori/kit-web/primitives/select";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { FormFoot } from "@sekimori/kit-web/shell/page-form";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/integration-client.ts";
import { useIntegrator } from "../../app/session/integrator-query.ts";
import { GuideBlocks } from "./guide-blocks.tsx";
import { type GuideName, guideNames, isGuide, loadGuide } from "./guides.ts";
import { readGuide } from "./read-guide.ts";

/** Where an application runs, by its first return address; one of its own scheme runs nowhere. */
function originOf(address: string | undefined): string | undefined {
  const { origin } = address === undefined ? { origin: "null" } : new URL(address);
  return origin === "null" ? undefined : origin;
}

/** How an application is set up with what it is made with: the page of the documents, filled in. */
export function GuidePage() {
  const { t } = useLingui();
  const [query, change] = useSearchParams();
  const id = query.get("id") ?? "";
  const asked = query.get("with") ?? "";
  const name: GuideName = isGuide(asked) ? asked : "express";
  const { data: integrator } = useIntegrator();
  const application = useQuery(
    {
      queryKey: ["applications", id],
      queryFn: () => client.call(showApplication, { query: { id } }),
      refetchOnWindowFocus: false,
    },
    queryClient,
  );
  const page = useQuery(
    {
      queryKey: ["guide", name],
      queryFn: () => loadGuide(name),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const blocks =
    application.data && page.data
      ? readGuide(page.data, {
          issuer: integrator?.issuer ?? "",
          clientId: id,
          origin: originOf(application.data.registration.redirectUris[0]),
        })
      : undefined;
  return (
    <>
      <PageHeader
        title={t`Set up the application`}
        description={t`This guide has your values filled in. Give the application its client secret by the environment; we don't keep it. The guide is in English.`}
      />
      <div className="mb-6 max-w-[24rem]">
        <Select
          label={t`What it's made with`}
          value={name}
          onChange={({ currentTarget: { value } }) =>
            void change({ id, with: value }, { replace: true })
          }
        >
          {Object.entries(guideNames).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      {blocks === undefined ? (
        <QueryState
          error={application.error ?? page.error}
          onRetry={() => void Promise.all([application.refetch(), page.refetch()])}
        />
      ) : (
        <GuideBlocks blocks={blocks} />
      )}
      <FormFoot to={`${integrationPagePaths.application}?${new URLSearchParams({ id })}`}>
        {t`Back to the application`}
      </FormFoot>
    </>
  );
}
