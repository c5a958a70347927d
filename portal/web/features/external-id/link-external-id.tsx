import { useLingui } from "@lingui/react/macro";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { usePasswordForm } from "../../app/present-password/use-password-form.ts";
import { useNavigate } from "../../app/routing/navigation.ts";
import { pageAfter } from "../../app/session/page-after-sign-in.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";
import { FormFoot, PageForm } from "../../app/shell/page-form.tsx";
import { PresentPasswordField } from "../../app/shell/present-password-field.tsx";

/** The external ID's address has an account here: its owner proves it before the two are linked. */
export function LinkExternalId() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = usePasswordForm({
    label: t`Password of your account`,
    async onSubmit(body) {
      await navigate(pageAfter(await client.call(gmoidLink, { body }), ""), { replace: true });
    },
    place: ({ type }) =>
      ["UsernamePasswordIncorrect", "ExternalIdFailed", "TooManyRequest"].includes(type)
        ? "form"
        : undefined,
  });
  return (
    <NarrowPage
      title={t`Link your external ID`}
      description={t`There is already an account with the email address of your external ID. Enter its password to link the two.`}
    >
      <PageForm form={form} submitLabel={t`Link and log in`} pendingLabel={t`Linking`}>
        <PresentPasswordField {...form.field("password")} />
      </PageForm>
      <FormFoot to={pagePaths.login}>{t`Back to login`}</FormFoot>
    </NarrowPage>
  );
}
