import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ErrorText } from "@sekimori/kit-web/errors/error-text";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { gmoidCallback } from "@sekimori/portal-contract/endpoints/external-id";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../app/client.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
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
    if (data) void navigate(pageAfter(session, data, ""), { replace: true });
  }, [data, navigate]);

  if (isApiError(error, "ExternalIdNeedsPassword")) return <LinkExternalId />;
  if (isApiError(error)) {
    const sentence = failureSentence(error);
    return (
      <StatePage
        title={t`Login with your external ID failed`}
        illustration={<DeniedIllustration />}
        action={
          <>
            <Link
              to={pagePaths.login}
              replace
              className={buttonClass({ variant: "primary", size: "large", wide: true })}
            >
              {t`Back to login`}
            </Link>
            {error.data.reason === "unknown" && (
              <Link
                to={pagePaths.register}
                replace
                className={buttonClass({ size: "large", wide: true })}
              >
                {t`Register`}
              </Link>
            )}
          </>
        }
      >
        <ErrorText error={error} sentence={sentence && i18n._(sentence)} />
      </StatePage>
    );
  }
  return (
    <NarrowPage title={t`Login with external ID`}>
      <ProgressBar label={t`We're checking the response from your external ID.`} />
    </NarrowPage>
  );
}
