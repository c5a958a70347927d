import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { gmoidSignIn } from "@sekimori/portal-contract/endpoints/external-id";
import type { InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import { reauthenticate } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { usePasswordForm } from "../../app/present-password/use-password-form.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { PageForm } from "../../app/shell/page-form.tsx";
import { PresentPasswordField } from "../../app/shell/present-password-field.tsx";

interface ReauthenticateProps {
  readonly uid: string;
  readonly request: InteractionView;
  readonly onDone: () => Promise<unknown>;
}

/** The application wants to be sure that it is still the same person. */
export function Reauthenticate({ uid, request, onDone }: ReauthenticateProps) {
  const { t } = useLingui();
  const form = usePasswordForm({
    label: t`Password`,
    async onSubmit(body) {
      await client.call(reauthenticate, { body });
      await onDone();
    },
    place: ({ type }) => {
      if (type === "OldPasswordWrong") return "password";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });

  async function leaveForExternalId() {
    try {
      const { redirectUrl } = await client.call(gmoidSignIn);
      session.returnTo(`${pagePaths.authorize}?interaction=${encodeURIComponent(uid)}`);
      window.location.assign(redirectUrl);
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <NarrowPage
      title={t`Log in again`}
      description={t`${{ application: request.client.name }} asks you to confirm that it is you.`}
    >
      <p className="mb-6 font-700">{request.account?.email}</p>
      {request.managedExternally ? (
        <Button variant="primary" size="large" wide onClick={() => void leaveForExternalId()}>
          {t`Log in with external ID`}
        </Button>
      ) : (
        <PageForm form={form} submitLabel={t`Continue`} pendingLabel={t`Checking`}>
          <PresentPasswordField {...form.field("password")} email={request.account?.email ?? ""} />
        </PageForm>
      )}
    </NarrowPage>
  );
}
