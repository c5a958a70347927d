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
        label={t`Logout URL of this service (HTTP-Redirect and HTTP-POST)`}
        text={serviceProvider.sloUrl}
      />
      <CopyField
        label={t`Metadata of this service, with its certificates`}
        text={serviceProvider.metadataUrl}
      />
    </div>
  );
}

/** The same at an OpenID provider. */
export function RelyingParty({
  page: { redirectUri, signOut },
}: {
  readonly page: Pick<ConnectionPage, "redirectUri" | "signOut">;
}) {
  const { t } = useLingui();
  return (
    <div>
      <CopyField label={t`Redirect URI to register at your provider`} text={redirectUri} />
      <CopyField
        label={t`Back-channel logout URI, if your provider has it`}
        text={signOut.backChannelUri}
      />
      <CopyField
        label={t`Post-logout redirect URI, if people log out there, too`}
        text={signOut.returnUri}
      />
    </div>
  );
}
