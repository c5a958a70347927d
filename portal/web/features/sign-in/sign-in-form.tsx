import { useLingui } from "@lingui/react/macro";
import type { FieldIssue } from "@sekimori/kit-web/form/field-issue";
import { useFormSentences } from "@sekimori/kit-web/form/form-sentences";
import { EmailField } from "@sekimori/kit-web/primitives/email-field";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useRef, useState } from "react";
import { useDraft } from "../../app/draft/history-draft.ts";
import { PresentPasswordField } from "../../app/shell/present-password-field.tsx";
import type { SignInField } from "./sign-in-validator.ts";
import { useSignIn } from "./use-sign-in.ts";

const idOf = (name: string) => `sign-in-${name}`;

interface SignInFormProps {
  /** The address as it stands: it goes along to the reset of its password and to the organization's login. */
  readonly typed: string;
  readonly onTyped: (email: string) => void;
}

/** E-mail and password. */
export function SignInForm({ typed, onTyped }: SignInFormProps) {
  const { t } = useLingui();
  const sentences = useFormSentences();
  const { busy, problems, onSubmit } = useSignIn();
  const email = useRef<HTMLInputElement>(null);
  const [known] = useState(typed);
  const saveDraft = useDraft(() => ({ email: email.current?.value ?? "" }));
  const noteTyped = () => {
    saveDraft();
    onTyped(email.current?.value.trim() ?? "");
  };
  const labels: Readonly<Record<SignInField, string>> = {
    email: t`Email address`,
    password: t`Password`,
  };
  const sentenceOf = (issue: FieldIssue) =>
    sentences.issue(issue, labels[issue.name as SignInField]);

  function field(name: SignInField) {
    const issue = problems.issues.find((one) => one.name === name);
    return {
      name,
      id: idOf(name),
      label: labels[name],
      ...(issue && { error: sentenceOf(issue) }),
    };
  }

  const aside = (to: string, text: string) => (
    <p className="mt-2 text-[0.9375rem]">
      <Link to={to} className={linkClass}>
        {text}
      </Link>
    </p>
  );

  return (
    <PageForm
      form={{
        problems,
        sentenceOf,
        idOf,
        busy,
        props: { noValidate: true, onSubmit, onInput: noteTyped },
      }}
      submitLabel={t`Log in with email`}
      pendingLabel={t`Logging in`}
    >
      <EmailField
        {...field("email")}
        autoComplete="username webauthn"
        ref={email}
        defaultValue={known}
      />
      <div>
        <PresentPasswordField {...field("password")} />
        {aside(
          pageUrl("resetPassword", { step: "enter-id", login_hint: typed || undefined }),
          t`Forgot your password?`,
        )}
      </div>
    </PageForm>
  );
}
