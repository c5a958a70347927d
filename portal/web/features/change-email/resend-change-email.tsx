import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { resendChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { ResendButton } from "../../app/resend/resend-button.tsx";
import { useResend } from "../../app/resend/use-resend.ts";
import { toasts } from "../../app/toasts.ts";

/** Sends another code to the new address, at most once a minute. */
export function ResendChangeEmail() {
  const { t } = useLingui();
  const [resendAt, setResendAt] = useState<string>();
  const again = useResend(resendAt, async () => {
    try {
      const answer = await client.call(resendChangeEmail, { body: {} });
      setResendAt(answer.resendAt);
      toasts.show({ tone: "success", title: t`We sent a new code` });
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
      // The change has expired or was given up elsewhere: the page says so.
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    }
  });

  return <ResendButton again={again} label={t`Resend the code`} />;
}
