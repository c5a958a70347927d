import {
  listApplications,
  showApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/integration-client.ts";

const common = {
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
} as const;

export const applicationsQuery = queryOptions({
  queryKey: ["applications"],
  queryFn: () => client.call(listApplications),
  ...common,
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ["applications", id],
    queryFn: () => client.call(showApplication, { query: { id } }),
    ...common,
  });

/** After a change: what is shown is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["applications"] });

export const applicationAddress = (id: string): string =>
  `${integrationPagePaths.application}?${new URLSearchParams({ id })}`;

export const tryAddress = (id: string): string =>
  `${integrationPagePaths.tryLogin}?${new URLSearchParams({ id })}`;

/** How it is set up; with what it is made with, if that is known. */
export const guideAddress = (id: string, preset?: string): string =>
  `${integrationPagePaths.guide}?${new URLSearchParams({ id, ...(preset && { with: preset }) })}`;

export const refusalsAddress = (client: string): string =>
  `${integrationPagePaths.refusals}?${new URLSearchParams({ client })}`;
