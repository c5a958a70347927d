import { useLingui } from "@lingui/react/macro";
import type { AddedApplication } from "@sekimori/console-contract/endpoints/integration/applications";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { useEffect } from "react";
import { useIntegrator } from "../../app/session/integrator-query.ts";
import { applicationAddress, guideAddress } from "./application-queries.ts";
import { presets } from "./presets.ts";

interface AddedViewProps {
  readonly added: AddedApplication & { readonly preset: string };
}

/** What an application is set up with, and its secret, which is shown once. */
export function AddedView({ added: { id, secret, preset } }: AddedViewProps) {
  const { t } = useLingui();
  const { data } = useIntegrator();
  const guide = presets.find((one) => one.id === preset)?.name;
  useEffect(() => document.querySelector("h1")?.focus(), []);
  return (
    <div className="max-w-[44rem]">
      <PageHeader title={t`Your application is registered`} />
      {secret !== null && (
        <Banner tone="warning" title={t`Copy the client secret now`}>
          {t`We don't show it again. Keep it on your server: no browser and no repository may have it.`}
        </Banner>
      )}
      <CopyField label={t`Issuer`} text={data?.issuer ?? ""} />
      <CopyField label={t`Client ID`} text={id} />
      {secret !== null && <CopyField label={t`Client secret`} text={secret} />}
      <p className="mt-6 flex flex-wrap gap-3">
        {guide !== undefined && (
          <Link to={guideAddress(id, preset)} className={buttonClass({ variant: "primary" })}>
            {t`Set up ${{ framework: guide }}`}
          </Link>
        )}
        <Link
          to={applicationAddress(id)}
          className={buttonClass(guide === undefined ? { variant: "primary" } : {})}
        >
          {t`Open the application`}
        </Link>
      </p>
    </div>
  );
}
