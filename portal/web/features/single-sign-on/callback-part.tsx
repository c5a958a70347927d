import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { completeSingleSignOn } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { FailedPart } from "./failed-part.tsx";
import { joiningPage } from "./joining-query.ts";

interface CallbackPartProps {
  readonly organisation: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The answer of an organisation's provider, handed to the server once. */
export function CallbackPart({ organisation, query: given }: CallbackPartProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = { state: "", ...given };
  const { data, error } = useQuery(
    {
      queryKey: ["single-sign-on", query.state],
      queryFn: () => client.call(completeSingleSignOn, { params: { organisation }, query }),
      // The answer may be used once.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  );

  useEffect(() => {
    if (!data) return;
    if (data.status === "TESTED") void navigate(pagePaths.organisation, { replace: true });
    else if (data.status === "JOIN") void navigate(joiningPage, { replace: true });
    else {
      queryClient.removeQueries({ queryKey: profileQuery.queryKey });
      void navigate(pageAfter(session, data, ""), { replace: true });
    }
  }, [data, navigate]);

  if (isApiError(error)) return <FailedPart error={error} />;
  return (
    <NarrowPage title={t`Log in through your organization`}>
      <ProgressBar label={t`We're checking the response from your organization.`} />
    </NarrowPage>
  );
}
