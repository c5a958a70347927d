import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { FormFoot, PageForm } from "@sekimori/kit-web/shell/page-form";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { usePasswordForm } from "../../app/present-password/use-password-form.ts";
import { session } from "../../app/session/current.ts";
import { PresentPasswordField } from "../../app/shell/present-password-field.tsx";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";

/** The external ID's address has an account here: its owner proves it before the two are linked. */
export function LinkExternalId() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = usePasswordForm({
    label: t`Password of your account`,
    async onSubmit(body) {
      await navigate(pageAfter(session, await client.call(gmoidLink, { body }), ""), {
        replace: true,
      });
    },
    place: ({ type }) =>
      ["UsernamePasswordIncorrect", "ExternalIdFailed", "TooManyRequest"].includes(type)
        ? "form"
        : undefined,
  });
  return (
    <NarrowPage
      title={t`Link your external ID`}
      description={t`An account with your external ID's email address already exists. Enter its password to link the two.`}
    >
      <PageForm form={form} submitLabel={t`Link and log in`} pendingLabel={t`Linking`}>
        <PresentPasswordField {...form.field("password")} />
      </PageForm>
      <FormFoot to={pagePaths.login}>{t`Back to login`}</FormFoot>
    </NarrowPage>
  );
}
