import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { lookAtReset } from "@sekimori/portal-contract/endpoints/password";
import { useQuery } from "@tanstack/react-query";
import { unasked } from "../../app/client.ts";
import { ChangePassword } from "./change-password.tsx";
import { LinkOver } from "./link-over.tsx";

/** The mailed link is enough by itself, on any device: it fills in login ID and code. */
export function ByLink({ token }: { readonly token: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["reset-link", token],
      queryFn: () => unasked.call(lookAtReset, { body: { token } }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  if (data) return <ChangePassword link={{ token, ...data }} />;
  if (isApiError(error, "ResetCodeIncorrect", "InvalidInput")) return <LinkOver />;
  return (
    <NarrowPage title={t`Change Password`}>
      <QueryState error={error} onRetry={() => void refetch()} />
    </NarrowPage>
  );
}
