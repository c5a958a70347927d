import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { ApplicationLogo } from "../../app/shell/application-logo.tsx";

/**
 * Names the application that asks for the sign-in, from its request: an address could be made up. A
 * request that is over says nothing; the sign-in is good all the same.
 */
export function AskingApplication({ uid }: { readonly uid: string }) {
  const { t } = useLingui();
  const { data } = useQuery(
    {
      queryKey: ["asking-application", uid],
      queryFn: () => client.call(showInteraction, { params: { uid } }),
      retry: false,
    },
    queryClient,
  );
  if (data === undefined) return null;
  const { name: application, logo } = data.client;
  return (
    <p role="status" className="mb-6 flex items-center gap-3 wrap-anywhere">
      <ApplicationLogo logo={logo} />
      <span>{t`Log in to continue to “${{ application }}”.`}</span>
    </p>
  );
}
