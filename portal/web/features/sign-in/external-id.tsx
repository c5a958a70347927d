import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useExternalIdName } from "../../app/site.ts";

/** Sign-in by the external identity provider, where the operator has one. */
export function ExternalId() {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);
  const name = useExternalIdName();
  if (name === "") return null;

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
    <Button
      size="large"
      wide
      // Until it is known, its place is kept: what is below would jump.
      className={name ? "" : "invisible"}
      pending={leaving}
      pendingLabel={t`Logging in`}
      onClick={() => void leave()}
    >
      {t`Log in with ${{ name: name ?? "" }}`}
    </Button>
  );
}

/** For who has no account: by email, or with the external ID; a plan is chosen before its page opens. */
export function ToRegistration() {
  const { t } = useLingui();
  const name = useExternalIdName();
  return (
    <div className="mt-8 grid justify-items-center gap-2 border-t border-border pt-6 text-center">
      <p>
        <span className="inline-block">{t`No account yet?`}</span>{" "}
        <Link to={pagePaths.register} className={linkClass}>
          {t`Register`}
        </Link>
      </p>
      {name && (
        <Link to={pagePaths.register} className={linkClass}>
          {t`Register with ${{ name }}`}
        </Link>
      )}
    </div>
  );
}
