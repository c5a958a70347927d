import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { finishRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { newPasswordIssues } from "../../app/new-password/check-new-password.ts";
import {
  NewPasswordFields,
  useNewPasswordSettings,
} from "../../app/new-password/new-password-fields.tsx";
import { session } from "../../app/session/current.ts";
import { loadSite } from "../../app/site.ts";
import { toasts } from "../../app/toasts.ts";

interface FinishFormProps {
  readonly token: string;
  readonly email: string;
  readonly removes: readonly SecondFactorWay[];
}

type Values = { email: string; password: string; confirmation: string };

/** What comes of it, and the new password. */
export function FinishForm({ token, email, removes }: FinishFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const newPassword = useNewPasswordSettings();
  const form = useForm<Values, Pick<Values, "password">>({
    defaultValues: { email, password: "", confirmation: "" },
    fields: { email: { label: t`Login ID (email address)` }, ...newPassword },
    async validator() {
      const { passwordMaximum: maximum } = await loadSite();
      return ({ password, confirmation }) => {
        const issues = newPasswordIssues({ password, confirmation, maximum, personal: [email] });
        return issues.length > 0 ? { issues } : { values: { password } };
      };
    },
    async onSubmit({ password }) {
      await client.call(finishRecovery, { body: { token, password } });
      session.ended("left");
      await navigate(pageUrl("login", { login_hint: email }), { replace: true });
      toasts.show({
        tone: "success",
        title: t`Your account is recovered`,
        text: t`Log in with the new password. We'll send you a one-time password.`,
      });
    },
    place: ({ type }) => (["CodeExpired", "TooManyRequest"].includes(type) ? "form" : undefined),
  });
  const names: Readonly<Record<SecondFactorWay, string | undefined>> = {
    passkey: t`your passkeys`,
    app: t`your authenticator app`,
    "recovery-code": t`your recovery codes`,
    email: undefined,
  };
  return (
    <NarrowPage
      title={t`Choose a new password`}
      description={t`This recovers your account and logs out every device and application.`}
    >
      <div className="mb-6">
        <p className="font-700">{t`This also removes:`}</p>
        <ul className="mt-1 list-disc pl-6">
          {removes.map((way) => names[way] && <li key={way}>{names[way]}</li>)}
          <li>{t`the browsers you trust`}</li>
        </ul>
      </div>
      <PageForm form={form} submitLabel={t`Set the new password`} pendingLabel={t`Saving`}>
        <EmailField {...form.field("email")} autoComplete="username" readOnly />
        <NewPasswordFields form={form} email={email} personal={[]} />
      </PageForm>
    </NarrowPage>
  );
}
