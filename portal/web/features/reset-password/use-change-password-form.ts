import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { forgotPasswordSetting } from "@sekimori/portal-contract/endpoints/password";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef } from "react";
import { client } from "../../app/client.ts";
import { useNewPasswordSettings } from "../../app/new-password/new-password-fields.tsx";
import { useNavigate, useSearchParams } from "../../app/routing/navigation.ts";
import { session } from "../../app/session/current.ts";
import { useSite } from "../../app/site.ts";
import { toasts } from "../../app/toasts.ts";
import type { ChangePasswordBody, ChangePasswordValues } from "./change-password-validator.ts";

/** Code, login ID and the new password twice; success leads to sign-in with the address filled in. */
export function useChangePasswordForm() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const site = useSite();
  const maximum = useRef<number>(undefined);
  const newPassword = useNewPasswordSettings();

  useEffect(() => {
    maximum.current = site?.passwordMaximum;
  });

  return useForm<ChangePasswordValues, ChangePasswordBody>({
    defaultValues: {
      code: "",
      email: query.get(queryNames.loginHint) ?? session.pendingSignIn?.email ?? "",
      password: "",
      confirmation: "",
    },
    fields: {
      code: { label: t`Confirmation code`, digits: true },
      email: { label: t`Login ID (email address)` },
      ...newPassword,
    },
    async validator() {
      const { changePasswordValidator } = await import("./change-password-validator.ts");
      return changePasswordValidator(() => maximum.current);
    },
    async onSubmit(body) {
      await client.call(forgotPasswordSetting, { body });
      // Every session of the account has ended, this browser's unfinished one among them.
      session.ended("signed-out");
      toasts.show({
        tone: "success",
        title: t`Password changed`,
        text: t`Log in with the new password.`,
      });
      await navigate(pageUrl("login", { login_hint: body.email }), { replace: true });
    },
    place: ({ type }) => {
      if (type === "ResetCodeIncorrect") return "code";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
}
