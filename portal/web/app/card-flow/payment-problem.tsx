import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError, referenceOf } from "@sekimori/kit-web/client/api-error";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import { type ReactNode, useEffect, useRef } from "react";
import { errorSentence } from "../sentences/error-sentences.ts";
import { NothingCame } from "./nothing-came.tsx";
import { clientErrorSentence } from "./payment-sentence.ts";

interface PaymentProblemProps {
  readonly error: ApiError;
  /** Set where it is certain that nothing came of it: the card that stands. */
  readonly card?: CardView | null;
  readonly action?: ReactNode;
}

/** Why no card was registered (specification 8), above the fields; it takes the focus. */
export function PaymentProblem({ error, card, action }: PaymentProblemProps) {
  const { t, i18n } = useLingui();
  const reference = referenceOf(error);
  const box = useRef<HTMLDivElement>(null);
  const hasChanged = isApiError(error, "TermsChanged");

  useEffect(() => {
    // Each failure is a new error object, so the same one twice is announced twice.
    if (error) box.current?.focus();
  }, [error]);

  return (
    <Banner
      ref={box}
      role="alert"
      tone="danger"
      title={hasChanged ? t`The amount you owe has changed` : t`Payment Error`}
      action={action}
    >
      <p>
        {hasChanged
          ? t`Nothing was charged. Check the new amount before you continue.`
          : (clientErrorSentence(error, i18n) ?? errorSentence(error, i18n))}{" "}
        <ErrorWait error={error} />
      </p>
      {card !== undefined && <NothingCame card={card} />}
      {reference && (
        <p className="mt-1.5 text-[0.8125rem] text-muted">{t`Reference: ${{ reference }}`}</p>
      )}
    </Banner>
  );
}
