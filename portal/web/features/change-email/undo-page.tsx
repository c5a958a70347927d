import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { undoChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { Link } from "../../app/routing/link.tsx";
import { useSearchParams } from "../../app/routing/navigation.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";

/** /change-email/undo: the former address takes the account back. A press does it, not the link. */
export function ChangeEmailUndoPage() {
  const { t, i18n } = useLingui();
  const [query] = useSearchParams();
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const [problem, setProblem] = useState<ApiError>();
  const token = query.get(queryNames.token) ?? "";

  async function undo() {
    setState("busy");
    setProblem(undefined);
    try {
      await client.call(undoChangeEmail, { body: { token } });
      session.ended("signed-out");
      setState("done");
    } catch (error) {
      setState("asked");
      if (isApiError(error, "CodeExpired", "InvalidInput", "TooManyRequest")) setProblem(error);
      else reportError(error);
    }
  }

  if (state === "done") {
    return (
      <NarrowPage
        title={t`The change has been undone`}
        description={t`Your former email address is your login ID again, and every device has been logged out. Set a new password now: whoever changed the address may know the present one.`}
      >
        <Link
          to={pageUrl("resetPassword", { step: "enter-id" })}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Set a new password`}
        </Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={t`Undo the change of email address`}
      description={t`If you did not change the email address of your account, undo it here. Every device will be logged out.`}
    >
      {problem && (
        <Banner
          tone="danger"
          role="alert"
          className="mb-6"
          title={t`This link can no longer be used`}
        >
          {problem.type === "TooManyRequest"
            ? errorSentence(problem, i18n)
            : t`It has expired or was used already.`}
        </Banner>
      )}
      <Button
        variant="primary"
        size="large"
        wide
        pending={state === "busy"}
        pendingLabel={t`Undoing the change`}
        onClick={() => void undo()}
      >
        {t`Undo the change`}
      </Button>
    </NarrowPage>
  );
}
