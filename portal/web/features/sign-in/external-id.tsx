import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { gmoidSignIn, gmoidSignUp } from "@sekimori/portal-contract/endpoints/external-id";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useSite } from "../../app/site.ts";

/** Sign-in and sign-up by the external identity provider, where the operator has one. */
export function ExternalId() {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState<"sign-in" | "sign-up">();
  // It comes last in its column, so nothing moves when the answer says that there is one.
  if (!useSite()?.externalId) return null;

  async function leave(purpose: "sign-in" | "sign-up") {
    setLeaving(purpose);
    try {
      const { redirectUrl } = await (purpose === "sign-in"
        ? client.call(gmoidSignIn)
        : // Who chooses no plan begins with what costs nothing and needs no card.
          client.call(gmoidSignUp, { query: { plan: "free" } }));
      window.location.assign(redirectUrl);
    } catch (error) {
      setLeaving(undefined);
      reportError(error);
    }
  }

  const button = (purpose: "sign-in" | "sign-up") => ({
    size: "large" as const,
    wide: true,
    pending: leaving === purpose,
    unavailable: leaving !== undefined && leaving !== purpose,
    pendingLabel: t`Opening the external ID's page`,
    onClick: () => void leave(purpose),
  });

  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-4 text-[0.875rem] text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t`or`}
      </p>
      <Button {...button("sign-in")}>{t`Log in with external ID`}</Button>
      <Button {...button("sign-up")}>{t`Register with external ID`}</Button>
    </div>
  );
}
