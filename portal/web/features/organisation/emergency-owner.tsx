import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { UnavailableButton } from "@sekimori/kit-web/primitives/unavailable-button";
import { Link } from "@sekimori/kit-web/routing/link";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import {
  nameBreakGlass,
  type RulesPage,
} from "@sekimori/portal-contract/endpoints/organisation-rules";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { keepRules } from "./rules-query.ts";

/** Whom no rule keeps out: who it is, and whether they could come in. */
export function EmergencyOwner({ page }: { readonly page: RulesPage }) {
  const { t } = useLingui();
  const [naming, setNaming] = useState(false);
  const { breakGlass, own, included } = page;
  const isAble = own.hasPasskey && own.hasRecoveryCodes;
  return (
    <div className="mt-4">
      <h3 className="font-700">{t`Emergency owner`}</h3>
      <p className="mt-1 text-muted">
        {t`Can always log in, so that a mistake in a rule doesn't lock everyone out. We email the owners each time a rule is passed this way.`}
      </p>
      {breakGlass && (
        <p className="mt-2 wrap-anywhere">
          <span>{breakGlass.email}</span>
          {breakGlass.isYou && <span>{` (${t`you`})`}</span>}
        </p>
      )}
      {breakGlass && !breakGlass.isReady && (
        <Banner className="mt-3" tone="warning" title={t`The emergency owner isn't ready`}>
          <p>{t`A passkey or recovery codes are missing. Add them on My Page.`}</p>
          <Link to={pagePaths.security} className={linkClass}>{t`Go to My Page`}</Link>
        </Banner>
      )}
      {!breakGlass && (
        <div className="mt-3">
          {included && isAble ? (
            <Button onClick={() => setNaming(true)}>{t`Become the emergency owner`}</Button>
          ) : (
            <>
              <UnavailableButton
                reason={
                  included
                    ? t`Add a passkey and keep your recovery codes first.`
                    : t`Your plan doesn't include an organization now.`
                }
              >
                {t`Become the emergency owner`}
              </UnavailableButton>
              {included && (
                <p className="mt-2">
                  <Link to={pagePaths.security} className={linkClass}>
                    {t`Add a passkey on My Page`}
                  </Link>
                </p>
              )}
            </>
          )}
        </div>
      )}
      {naming && <NameDialog onClose={() => setNaming(false)} />}
    </div>
  );
}

function NameDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const form = useActForm({
    async onSubmit() {
      keepRules(await stepUp.run(() => client.call(nameBreakGlass, { body: {} })));
      toasts.show({ tone: "success", title: t`You're the emergency owner now` });
      onClose();
    },
    place: ({ type }) =>
      ["NotFound", "OrganisationNotIncluded", "BreakGlassMissing", "TooManyRequest"].includes(type)
        ? "form"
        : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={t`Become the emergency owner`}
        submitLabel={t`Become the emergency owner`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        onClose={onClose}
      >
        <p>{t`No login rule keeps you out. In return, protect your account well: keep your recovery codes somewhere safe, apart from your devices.`}</p>
        <p>{t`While there are rules, you can't remove your last passkey.`}</p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
