import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { forgotPasswordSetting } from "@sekimori/portal-contract/endpoints/password";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef } from "react";
import { client } from "../../app/client.ts";
import { useNewPasswordSettings } from "../../app/new-password/new-password-fields.tsx";
import { session } from "../../app/session/current.ts";
import { loginHintOf } from "../../app/session/login-hint.ts";
import { useSite } from "../../app/site.ts";
import { toasts } from "../../app/toasts.ts";
import type { ChangePasswordBody, ChangePasswordValues } from "./change-password-validator.ts";

/** A mailed link, and what it fills in. */
export interface MailedLink {
  readonly token: string;
  readonly email: string;
  readonly code: string;
}

/**
 * Code and login ID, and the new password twice; success leads to sign-in, with the address filled
 * in.
 *
 * @param link counts in any browser, its code only where it was asked for: the link is what is sent.
 */
export function useChangePasswordForm(link: MailedLink | undefined) {
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
      code: link?.code ?? "",
      email: link?.email ?? loginHintOf(query) ?? session.account()?.email_address ?? "",
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
      return changePasswordValidator(() => maximum.current, link?.token);
    },
    async onSubmit(body) {
      await client.call(forgotPasswordSetting, { body });
      const login_hint = "email" in body ? body.email : link?.email;
      // Every session of the account has ended, this browser's unfinished one among them.
      session.ended("signed-out");
      await navigate(pageUrl("login", { login_hint }), { replace: true });
      toasts.show({
        tone: "success",
        title: t`Password changed`,
        text: t`Log in with the new password.`,
      });
    },
    place: ({ type }) => {
      if (type === "ResetCodeIncorrect") return link === undefined ? "code" : "form";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
}
