import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { reportError } from "../../app/sentences/report-error.ts";
import { changeAccount } from "./change-account.ts";
import { finish } from "./finish.ts";

interface OtherAccountProps {
  readonly uid: string;
  readonly request: InteractionView;
  readonly account: NonNullable<InteractionView["account"]>;
}

/** The application means somebody else than who is signed in. */
export function OtherAccount({ uid, request, account }: OtherAccountProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"change" | "deny">();

  async function attempt(what: "change" | "deny", act: () => Promise<void>) {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      setBusy(undefined);
      reportError(error);
    }
  }

  async function change() {
    await changeAccount(uid, request);
    await navigate(pageUrl("login", { login_hint: request.loginHint ?? undefined }));
  }

  return (
    <NarrowPage
      title={t`Use a different account`}
      description={t`You're logged in as ${{ email: account.email }}, but ${{ application: request.client.name }} needs a different account.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          size="large"
          pending={busy === "change"}
          onClick={() => void attempt("change", change)}
        >
          {t`Log in with another account`}
        </Button>
        <Button
          size="large"
          pending={busy === "deny"}
          onClick={() => void attempt("deny", () => finish(uid, "deny"))}
        >
          {t`Go back to the application`}
        </Button>
      </div>
    </NarrowPage>
  );
}
