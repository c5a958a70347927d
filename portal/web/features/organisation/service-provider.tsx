import { useLingui } from "@lingui/react/macro";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import type { ConnectionPage } from "@sekimori/portal-contract/endpoints/single-sign-on";

/** What an administrator registers at a SAML provider. */
export function ServiceProvider({
  page: { serviceProvider },
}: {
  readonly page: Pick<ConnectionPage, "serviceProvider">;
}) {
  const { t } = useLingui();
  return (
    <div>
      <CopyField label={t`Entity ID of this service (Audience)`} text={serviceProvider.entityId} />
      <CopyField label={t`ACS URL of this service (HTTP-POST)`} text={serviceProvider.acsUrl} />
      <CopyField
        label={t`Metadata of this service, with its certificates`}
        text={serviceProvider.metadataUrl}
      />
    </div>
  );
}
