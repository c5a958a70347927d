import { meantAddress } from "@sekimori/kit-contract/email-text";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { type FieldIssue, issuesOfServer } from "@sekimori/kit-web/form/field-issue";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { type SubmitEvent, useRef, useState } from "react";
import { captchaToken } from "../../app/captcha/captcha-token.ts";
import { client } from "../../app/client.ts";
import { i18n, language } from "../../app/language.ts";
import { errorSentences } from "../../app/sentences/error-sentences.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import { toasts } from "../../app/toasts.ts";
import { type SignInField, type SignInValues, signInIssues } from "./sign-in-validator.ts";

interface Problems {
  readonly issues: readonly FieldIssue<SignInField>[];
  readonly error: ApiError | undefined;
  /** Rises with each failed submit, so that the summary takes the focus again. */
  readonly failures: number;
}

const belongsToForm = ["UsernamePasswordIncorrect", "TooManyRequest"];

function valuesOf(form: HTMLFormElement): SignInValues {
  const data = new FormData(form);
  const text = (name: SignInField) => String(data.get(name) ?? "");
  return { email: meantAddress(text("email")), password: text("password") };
}

/**
 * The sign-in form's submit. Two fields that the browser keeps itself do not need the kit's form
 * library, which alone would be a tenth of what this page may weigh.
 */
export function useSignIn() {
  const navigate = useNavigate();
  const busyNow = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({ issues: [], error: undefined, failures: 0 });

  const fail = (issues: readonly FieldIssue<SignInField>[], error?: ApiError) =>
    setProblems(({ failures }) => ({ issues, error, failures: failures + 1 }));

  function explain(error: unknown): void {
    const fields = isApiError(error) ? error.fields : [];
    const issues = issuesOfServer<SignInField>(fields, ["email", "password"]);
    if (issues.length > 0) fail(issues);
    else if (isApiError(error, ...belongsToForm)) fail([], error);
    else reportError(error);
  }

  /** The sign-up was left before its address was proved; the server has just mailed a new code. */
  async function enterSignUpCode(email: string): Promise<void> {
    session.flowStarted({ email_address: email }, pagePaths.registerVerification);
    await navigate(pagePaths.registerVerification, { replace: true });
    toasts.show({ tone: "info", title: i18n._(errorSentences.UserNotConfirmed) });
  }

  async function send(values: SignInValues): Promise<void> {
    busyNow.current = true;
    setBusy(true);
    try {
      const captcha = await captchaToken();
      const body = { ...values, captcha, locale: language.current() };
      const outcome = await client.call(signIn, { body });
      await navigate(pageAfter(session, outcome, values.email), { replace: true });
    } catch (error) {
      if (isApiError(error, "UserNotConfirmed")) await enterSignUpCode(values.email);
      else explain(error);
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busyNow.current) return;
    const values = valuesOf(event.currentTarget);
    const issues = signInIssues(values);
    if (issues.length > 0) {
      fail(issues);
      return;
    }
    setProblems((before) => ({ ...before, issues: [], error: undefined }));
    void send(values);
  }

  return { busy, problems, onSubmit };
}
