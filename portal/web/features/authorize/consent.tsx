import { useLingui } from "@lingui/react/macro";
import { CheckIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Link } from "@sekimori/kit-web/primitives/link";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { useState } from "react";
import { scopeNames } from "../../app/scopes/scope-names.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { ApplicationLogo } from "../../app/shell/application-logo.tsx";
import { AccountCard } from "./account-card.tsx";
import { finish } from "./finish.ts";

/** A third party's application asks for access: what, for whom, and the choice. */
export function Consent({ uid, request }: { uid: string; request: InteractionView }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<"allow" | "deny">();
  const { client, account, scopes } = request;

  async function decide(decision: "allow" | "deny") {
    setBusy(decision);
    try {
      await finish(uid, decision);
    } catch (error) {
      setBusy(undefined);
      reportError(error);
    }
  }

  return (
    <NarrowPage
      title={t`${{ application: client.name }} wants access to your account`}
      isSentence
      description={
        client.host === ""
          ? t`After this, go back to your device.`
          : t`After this, you'll return to ${{ host: client.host }}.`
      }
    >
      {client.logo !== null && (
        <p className="mb-4 flex items-center gap-3 font-700">
          <ApplicationLogo logo={client.logo} />
          {client.name}
        </p>
      )}
      {account && <AccountCard account={account} />}
      <h2 className="text-std-20B-150">{t`This will allow it to`}</h2>
      <ul className="mt-3 grid gap-2">
        {scopes.map((scope) => (
          <li key={scope} className="flex gap-3">
            <CheckIcon className="mt-1 shrink-0 text-key" />
            {i18n._(scopeNames[scope])}
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-6 text-[0.875rem]">
        {client.policyUrl && (
          <Link href={client.policyUrl} newTabLabel={t`opens in a new tab`}>
            {t`${{ name: client.name }}'s privacy policy`}
          </Link>
        )}
        {client.termsUrl && (
          <Link href={client.termsUrl} newTabLabel={t`opens in a new tab`}>
            {t`${{ name: client.name }}'s terms`}
          </Link>
        )}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          className="max-sm:w-full"
          variant="primary"
          size="large"
          pending={busy === "allow"}
          unavailable={busy === "deny"}
          onClick={() => void decide("allow")}
        >
          {t`Allow`}
        </Button>
        <Button
          className="max-sm:w-full"
          size="large"
          pending={busy === "deny"}
          unavailable={busy === "allow"}
          onClick={() => void decide("deny")}
        >
          {t`Don't allow`}
        </Button>
      </div>
    </NarrowPage>
  );
}
