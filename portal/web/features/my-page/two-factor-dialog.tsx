import { useLingui } from "@lingui/react/macro";
import { useActForm } from "@sekimori/kit-web/form/use-act-form";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import type { Profile } from "@sekimori/portal-contract/endpoints/profile-view";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { client } from "../../app/client.ts";
import { keepProfile } from "../../app/profile-query.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { refreshSecurity } from "./activity-query.ts";
import { refreshAuthenticators } from "./authenticators-query.ts";

interface TwoFactorDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** Turns the one-time password at sign-in on, or off again. */
export function TwoFactorDialog({ profile, onClose }: TwoFactorDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const enabled = !profile.mfa_enabled;
  const form = useActForm({
    async onSubmit() {
      const call = () => client.call(mfaSetting, { body: { enabled } });
      await keepProfile(await stepUp.run(call));
      await refreshAuthenticators();
      await refreshSecurity();
      toasts.show({
        tone: "success",
        title: enabled
          ? t`Two-factor authentication enabled`
          : t`Two-factor authentication disabled`,
      });
      onClose();
    },
    place: ({ type }) =>
      ["ManagedExternally", "FactorWanted"].includes(type) ? "form" : undefined,
  });
  return (
    <>
      <FormDialog
        form={form}
        title={enabled ? t`Enable Two-Factor Authentication` : t`Disable Two-Factor Authentication`}
        submitLabel={enabled ? t`Enable` : t`Disable`}
        pendingLabel={t`Saving`}
        cancelLabel={t`Cancel`}
        danger={!enabled}
        onClose={onClose}
      >
        <p>
          {enabled
            ? t`Each time you log in, we'll send a one-time password to ${{ email: profile.email_address }}. You'll need it along with your password.`
            : t`You'll log in with only your password. We recommend keeping two-factor authentication on. If you added passkeys or an authenticator app, they're removed along with your recovery codes.`}
        </p>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
