import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { gmoidCallback } from "@sekimori/portal-contract/endpoints/external-id";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../app/client.ts";
import { queryClient } from "../../app/query-client.ts";
import { Link } from "../../app/routing/link.tsx";
import { useNavigate, useSearchParams } from "../../app/routing/navigation.ts";
import { pageAfter } from "../../app/session/page-after-sign-in.ts";
import { ErrorText } from "../../app/shell/error-text.tsx";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { failureSentence } from "./failure-sentence.ts";
import { LinkExternalId } from "./link-external-id.tsx";

/** /gmoid-callback: the answer of the external identity provider, handed to the server once. */
export function GmoidCallbackPage() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const query = { state: "", ...Object.fromEntries(parameters) };
  const { data, error } = useQuery(
    {
      queryKey: ["gmoid-callback", query.state],
      queryFn: () => client.call(gmoidCallback, { query }),
      // The answer may be used once.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  );

  useEffect(() => {
    if (data) void navigate(pageAfter(data, ""), { replace: true });
  }, [data, navigate]);

  if (isApiError(error, "ExternalIdNeedsPassword")) return <LinkExternalId />;
  if (isApiError(error)) {
    const sentence = failureSentence(error);
    return (
      <div className="my-auto">
        <EmptyState
          level={1}
          title={t`Login with the external ID failed`}
          illustration={<DeniedIllustration />}
          action={
            <>
              <Link to={pagePaths.login} replace className={buttonClass({ variant: "primary" })}>
                {t`Back to login`}
              </Link>
              {error.data.reason === "unknown" && (
                <Link to={pagePaths.register} replace className={buttonClass({})}>
                  {t`Register`}
                </Link>
              )}
            </>
          }
        >
          <ErrorText error={error} sentence={sentence && i18n._(sentence)} />
        </EmptyState>
      </div>
    );
  }
  return (
    <NarrowPage title={t`Login with external ID`}>
      <ProgressBar label={t`We are checking the answer of the external ID. Please wait.`} />
    </NarrowPage>
  );
}
