import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { RefusedLink } from "@sekimori/kit-web/errors/refused-link";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { undoChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";

/** /change-email/undo: the former address takes the account back. A press does it, not the link. */
export function ChangeEmailUndoPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const [email, setEmail] = useState<string>();
  const [problem, setProblem] = useState<ApiError>();
  const token = query.get(queryNames.token) ?? "";

  async function undo() {
    setState("busy");
    setProblem(undefined);
    try {
      setEmail((await client.call(undoChangeEmail, { body: { token } })).email);
      session.ended("left");
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
        title={t`Your email address change has been undone`}
        description={t`Your previous email address is your login ID again, and you've been logged out on all devices. Set a new password now: the person who changed the address may know your current one.`}
      >
        <Link
          to={pageUrl("resetPassword", { step: "enter-id", login_hint: email })}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Set a new password`}
        </Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={t`Undo your email address change`}
      description={t`Didn't change your email address? Undo the change here. We'll log you out on all devices. If you made the change, close this page.`}
    >
      {problem && (
        <RefusedLink problem={problem} title={t`This link is no longer valid`}>
          {t`It has expired or has already been used.`}
        </RefusedLink>
      )}
      <Button
        variant="primary"
        size="large"
        wide
        pending={state === "busy"}
        pendingLabel={t`Undoing the change`}
        onClick={() => void undo()}
      >
        {t`Undo change`}
      </Button>
    </NarrowPage>
  );
}
