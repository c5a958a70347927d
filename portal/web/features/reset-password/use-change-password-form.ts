import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { beginPasskeySignIn } from "@sekimori/portal-contract/endpoints/passkeys";
import { forgotPasswordSetting } from "@sekimori/portal-contract/endpoints/password";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef } from "react";
import { client } from "../../app/client.ts";
import { useNewPasswordSettings } from "../../app/new-password/new-password-fields.tsx";
import { withPasskey } from "../../app/passkey/passkey.ts";
import { passkeyRefusals } from "../../app/passkey/use-passkey-press.ts";
import "../../app/second-factor/error-sentences.ts";
import { session } from "../../app/session/current.ts";
import { loginHintOf } from "../../app/session/login-hint.ts";
import { useSite } from "../../app/site.ts";
import { toasts } from "../../app/toasts.ts";
import type { ChangePasswordBody, ChangePasswordValues } from "./change-password-validator.ts";
import "./error-sentences.ts";
import { useProofBeside } from "./use-proof-beside.ts";

/** A mailed link, and what it fills in. */
export interface MailedLink {
  readonly token: string;
  readonly email: string;
  readonly code: string;
  /** What else the reset needs, one of them. */
  readonly ways: readonly SecondFactorWay[];
  /** The delay that is under way for who has none of them. */
  readonly recovery: { readonly endsAt: string } | null;
}

/**
 * Code and login ID, and the new password twice; success leads to sign-in, with the address filled
 * in.
 *
 * @returns the form, and what is asked for where the mailbox alone is not enough.
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

  const beside = useProofBeside(link?.ways ?? []);

  const form = useForm<ChangePasswordValues, ChangePasswordBody>({
    defaultValues: {
      code: link?.code ?? "",
      email: link?.email ?? loginHintOf(query) ?? session.account()?.email_address ?? "",
      password: "",
      confirmation: "",
      proof: "",
    },
    fields: {
      code: { label: t`Confirmation code`, digits: true },
      email: { label: t`Login ID (email address)` },
      ...newPassword,
      proof: { label: t`Code from your authenticator app, or a recovery code` },
    },
    async validator() {
      const { changePasswordValidator } = await import("./change-password-validator.ts");
      return changePasswordValidator({
        maximum: () => maximum.current,
        token: link?.token,
        needsProof: () => beside.now() === "code",
      });
    },
    async onSubmit(body) {
      try {
        await (beside.now() === "passkey" ? setByPasskey(body) : set(body));
      } catch (error) {
        if (isApiError(error, "SecondFactorRequired")) beside.ask(error.data.hasPasskey === true);
        throw error;
      }
      const login_hint = "email" in body ? body.email : link?.email;
      // Every session of the account has ended, this browser's unfinished one among them.
      session.ended("left");
      await navigate(pageUrl("login", { login_hint }), { replace: true });
      toasts.show({
        tone: "success",
        title: t`Password changed`,
        text: t`Log in with the new password.`,
      });
    },
    place: ({ type }) => {
      if (type === "ResetCodeIncorrect") return link === undefined ? "code" : "form";
      if (["AppCodeInvalid", "AppClockOff", "RecoveryCodeInvalid"].includes(type)) return "proof";
      return [...passkeyRefusals, "SecondFactorRequired"].includes(type) ? "form" : undefined;
    },
  });
  return { form, beside };
}

const set = (body: ChangePasswordBody) => client.call(forgotPasswordSetting, { body });

/** The same with a passkey beside the mailbox's proof. */
async function setByPasskey(body: ChangePasswordBody) {
  const options = await client.call(beginPasskeySignIn, { body: { purpose: "reset" } });
  return withPasskey(options, (passkey) =>
    set({ ...body, secondFactor: { way: "passkey", passkey } }),
  );
}
