import { Trans, useLingui } from "@lingui/react/macro";
import { ApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { type ReactNode, useEffect, useRef } from "react";
import { errorSentence } from "../../app/sentences/error-sentences.ts";

/** The error of an attempt that failed without a call of ours failing. */
export function paymentError(type: PortalErrorType): ApiError {
  return new ApiError({ type, status: 0, message: `The card registration ended as ${type}.` });
}

interface PaymentProblemProps {
  readonly error: ApiError;
  /** It is certain that nothing came of it; without that, nothing is promised. */
  readonly settled?: boolean;
  readonly action?: ReactNode;
}

/** Why no card was registered (SPEC 8), above the fields; it takes the focus. */
export function PaymentProblem({ error, settled = false, action }: PaymentProblemProps) {
  const { t, i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Each failure is a new error object, so the same one twice is announced twice.
    if (error) box.current?.focus();
  }, [error]);

  return (
    <Banner ref={box} role="alert" tone="danger" title={t`Payment error`} action={action}>
      <p>{errorSentence(error, i18n)}</p>
      {settled && (
        <p>
          <Trans>No card was registered and nothing was charged.</Trans>
        </p>
      )}
      {error.requestId && (
        <p className="mt-1.5 text-[0.8125rem] text-muted">
          <Trans>Reference: {error.requestId}</Trans>
        </p>
      )}
    </Banner>
  );
}
