import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { reportError } from "../../app/sentences/report-error.ts";
import { AccountCard } from "./account-card.tsx";
import { changeAccount } from "./change-account.ts";
import { finish } from "./finish.ts";

interface SelectAccountProps {
  readonly uid: string;
  readonly request: InteractionView;
  readonly account: NonNullable<InteractionView["account"]>;
}

type Choice = "keep" | "change" | "deny";

/** The application lets the person choose the account (OpenID Connect, `prompt=select_account`). */
export function SelectAccount({ uid, request, account }: SelectAccountProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Choice>();

  async function choose(choice: Choice) {
    setBusy(choice);
    try {
      if (choice !== "change") return await finish(uid, choice);
      await changeAccount(uid, request);
      await navigate(pageUrl("login"));
    } catch (error) {
      setBusy(undefined);
      reportError(error);
    }
  }

  const button = (choice: Choice) => ({
    size: "large" as const,
    wide: true,
    pending: busy === choice,
    unavailable: busy !== undefined && busy !== choice,
    onClick: () => void choose(choice),
  });

  return (
    <NarrowPage
      title={t`Choose an account`}
      description={t`Choose an account to use with ${{ application: request.client.name }}.`}
    >
      <AccountCard account={account} />
      <div className="grid gap-3">
        <Button variant="primary" {...button("keep")}>
          {t`Continue with this account`}
        </Button>
        <Button {...button("change")}>{t`Log in with another account`}</Button>
        <Button variant="plain" {...button("deny")}>
          {t`Go back to the application`}
        </Button>
      </div>
    </NarrowPage>
  );
}
