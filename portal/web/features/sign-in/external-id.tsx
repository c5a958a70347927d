import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useExternalIdName } from "../../app/site.ts";

/** Sign-in and sign-up by the external identity provider, where the operator has one. */
export function ExternalId() {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);
  // It comes last in its column, so nothing moves when the answer says that there is one.
  const name = useExternalIdName();
  if (!name) return null;

  async function leave() {
    setLeaving(true);
    try {
      const { redirectUrl } = await client.call(gmoidSignIn);
      window.location.assign(redirectUrl);
    } catch (error) {
      setLeaving(false);
      reportError(error);
    }
  }

  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-4 text-[0.875rem] text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t`or`}
      </p>
      <Button
        size="large"
        wide
        pending={leaving}
        pendingLabel={t`Logging in`}
        onClick={() => void leave()}
      >
        {t`Log in with ${{ name }}`}
      </Button>
      {/* A plan is chosen before the external ID's page opens. */}
      <Link to={pagePaths.register} className={buttonClass({ size: "large", wide: true })}>
        {t`Register with ${{ name }}`}
      </Link>
    </div>
  );
}
