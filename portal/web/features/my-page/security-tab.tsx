import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authenticatorsQuery } from "../../app/authenticators-query.ts";
import { ActivitySection } from "./activity-section.tsx";
import { ApplicationsSection } from "./applications-section.tsx";
import { AuthenticatorsPart } from "./authenticators-part.tsx";
import { dialogs } from "./dialogs.ts";
import { ExternalIdsSection } from "./external-ids-section.tsx";
import { Section } from "./section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { SettingButton } from "./setting-button.tsx";
import { OnlyPassword, Strength } from "./strength.tsx";
import { TrustedBrowsersPart } from "./trusted-browsers-part.tsx";

/** By what the second factor is proved, while it is on. */
function useSecondFactorName(hasPasskey: boolean, hasApp: boolean): string {
  const { t } = useLingui();
  if (hasPasskey) return hasApp ? t`On (passkey or authenticator app)` : t`On (passkey)`;
  return hasApp ? t`On (authenticator app)` : t`On (one-time password by email)`;
}

/** How the account is protected, where it is signed in, who else may use it, and what has happened to it. */
export function SecurityTab({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"password" | "twoFactor">();
  const OpenDialog = open && dialogs[open].Dialog;
  const external = profile.sub_gmoid !== undefined;
  const { data: authenticators } = useQuery(authenticatorsQuery, queryClient);
  const hasApp = authenticators?.app != null;
  const hasPasskey = (authenticators?.passkeys.length ?? 0) > 0;
  const secondFactor = useSecondFactorName(hasPasskey, hasApp);
  const isKnown = !external && authenticators !== undefined;
  const hasSecond = hasPasskey || hasApp || profile.mfa_enabled;
  return (
    <>
      <Section
        title={t`How you log in`}
        description={
          isKnown && hasSecond ? <Strength hasPasskey={hasPasskey} hasApp={hasApp} /> : undefined
        }
      >
        {isKnown && !hasSecond && <OnlyPassword />}
        <DescriptionList
          rows={[
            {
              id: "password",
              label: t`Password`,
              value: external ? t`Managed by your external ID` : t`Set (not shown)`,
              action: (
                <SettingButton
                  label={t`Change`}
                  about={t`Password`}
                  reason={external ? t`Your password is managed by your external ID.` : undefined}
                  onPress={() => setOpen("password")}
                />
              ),
            },
            {
              id: "two-factor",
              label: t`Two-factor authentication`,
              value: profile.mfa_enabled ? secondFactor : t`Off`,
              action: (
                <SettingButton
                  label={profile.mfa_enabled ? t`Disable` : t`Enable`}
                  about={t`Two-factor authentication`}
                  reason={
                    external
                      ? t`Two-factor authentication is managed by your external ID.`
                      : undefined
                  }
                  onPress={() => setOpen("twoFactor")}
                />
              ),
            },
          ]}
        />
        <AuthenticatorsPart external={external} />
        {profile.mfa_enabled && !external && <TrustedBrowsersPart />}
      </Section>
      <ExternalIdsSection />
      <SessionsSection external={external} />
      <ApplicationsSection />
      <ActivitySection external={external} />
      {OpenDialog && <OpenDialog profile={profile} onClose={() => setOpen(undefined)} />}
    </>
  );
}
