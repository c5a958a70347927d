import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { type FieldIssue, issuesOfServer } from "@sekimori/kit-web/form/field-issue";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { type SubmitEvent, useRef, useState } from "react";
import { captchaToken } from "../../app/captcha/captcha-token.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { useNavigate } from "../../app/routing/navigation.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { pageAfter } from "../../app/session/page-after-sign-in.ts";
import { type SignInField, type SignInValues, signInIssues } from "./sign-in-validator.ts";

interface Problems {
  readonly issues: readonly FieldIssue<SignInField>[];
  readonly error: ApiError | undefined;
  /** Rises with each failed submit, so that the summary takes the focus again. */
  readonly failures: number;
}

const belongsToForm = ["UsernamePasswordIncorrect", "UserNotConfirmed", "TooManyRequest"];

function valuesOf(form: HTMLFormElement): SignInValues {
  const data = new FormData(form);
  const text = (name: SignInField) => String(data.get(name) ?? "");
  return { email: text("email").trim(), password: text("password") };
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

  async function send(values: SignInValues): Promise<void> {
    busyNow.current = true;
    setBusy(true);
    try {
      const captcha = await captchaToken();
      const body = { ...values, captcha, locale: language.current() };
      const outcome = await client.call(signIn, { body });
      await navigate(pageAfter(outcome, values.email), { replace: true });
    } catch (error) {
      explain(error);
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
