import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { beginProviderSignIn } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { FailedPart } from "./failed-part.tsx";

/** A login that began at the provider goes back there at once, now asked for by this browser. */
export function ProviderStartPart({ organisation }: { readonly organisation: string }) {
  const { t } = useLingui();
  const { data, error } = useQuery(
    {
      queryKey: ["provider-start", organisation],
      queryFn: () => {
        const body = { locale: language.current() };
        return client.call(beginProviderSignIn, { params: { organisation }, body });
      },
      // Each way there is one visit.
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  );

  useEffect(() => {
    // In the place of this page, which would lead there again on the way back.
    if (data) window.location.replace(data.redirectUrl);
  }, [data]);

  if (isApiError(error)) return <FailedPart error={error} />;
  return (
    <NarrowPage title={t`Log in through your organization`}>
      <ProgressBar label={t`We're taking you to your organization's login page.`} />
    </NarrowPage>
  );
}
