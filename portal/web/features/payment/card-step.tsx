import { Trans, useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { type CardAttempt, signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { useRef, useState } from "react";
import { CardFields, type CardFieldsHandle } from "../../app/card-fields/card-fields.tsx";
import { acceptedBrands } from "../../app/card-fields/card-text.ts";
import { FieldsError } from "../../app/card-fields/fields-host.ts";
import type { CardToken, FieldsErrorCode } from "../../app/card-fields/fields-messages.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { clientStorage } from "../../app/session/current.ts";
import type { PaymentConfiguration } from "./payment-configuration.ts";
import { PaymentProblem, paymentError } from "./payment-problem.tsx";

/** Errors of the fields that the fields do not show themselves. */
const errorOfFields: Partial<Readonly<Record<FieldsErrorCode, PortalErrorType>>> = {
  key: "CardTokenInvalid",
  network: "PaymentNetworkError",
  company: "PaymentGatewayError",
};

interface CardStepProps {
  readonly configuration: PaymentConfiguration;
  /** What ended the last try, if this page knows it. */
  readonly failed: ApiError | undefined;
  readonly onFailed: (error: ApiError | undefined) => void;
  /** The server answered; it may want the person to go through 3-D Secure. */
  readonly onAnswer: (attempt: CardAttempt) => Promise<void>;
  /** Nobody knows whether the server received the card: it must be asked. */
  readonly onUnknown: (attempt: string, reason: ApiError) => void;
  /** A button that was pressed has made way for something else. */
  readonly onExchanged: () => void;
}

/** The payment company's fields and the button that registers what is typed there. */
export function CardStep({
  configuration,
  failed,
  onFailed,
  onAnswer,
  onUnknown,
  onExchanged,
}: CardStepProps) {
  const { t } = useLingui();
  const fields = useRef<CardFieldsHandle>(null);
  const busyNow = useRef(false);
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);

  async function register() {
    if (busyNow.current || !ready || !fields.current) return;
    busyNow.current = true;
    setBusy(true);
    try {
      const card = await fields.current.submit();
      onFailed(undefined);
      await send(card);
    } catch (error) {
      explain(error);
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  async function send({ token, brand, last4 }: CardToken) {
    const attempt = crypto.randomUUID();
    // Before the call: whatever becomes of it, this page can ask for the attempt afterwards.
    clientStorage.write("paymentInfo", { attempt, brand, last4 });
    try {
      await onAnswer(await client.call(signUpWithCard, { body: { attempt, cardToken: token } }));
    } catch (error) {
      if (!isApiError(error, "Network", "Offline", "Timeout", "PaymentNetworkError")) throw error;
      onUnknown(attempt, error);
    }
  }

  function explain(error: unknown) {
    if (isApiError(error)) return onFailed(error);
    // What the fields say beside themselves needs no second telling here.
    const type = error instanceof FieldsError ? errorOfFields[error.code] : "Unexpected";
    if (type) onFailed(paymentError(type));
  }

  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void register();
      }}
    >
      {failed && <PaymentProblem error={failed} settled />}
      <div className="rounded-8 border border-border bg-surface p-4 sm:p-6">
        <p className="mb-4 text-[0.875rem] text-muted">
          <Trans>Accepted cards: {acceptedBrands.join(", ")}</Trans>
        </p>
        <CardFields
          ref={fields}
          place={configuration}
          locale={language.current()}
          title={t`Card details, entered with the payment company`}
          loadingLabel={t`Loading the card fields`}
          onReady={setReady}
          onEnter={register}
          failed={(retry) => (
            <EmptyState
              title={t`The card fields could not be loaded`}
              action={
                <Button
                  onClick={() => {
                    retry();
                    onExchanged();
                  }}
                >{t`Try again`}</Button>
              }
            >
              {t`The payment company could not be reached. Check your connection and try again.`}
            </EmptyState>
          )}
        />
      </div>
      <p className="text-[0.875rem] leading-[1.7] text-muted">
        <Trans>
          Your card details go straight to the payment company and are never stored by us. Your
          card's issuer may ask you to confirm your identity (3-D Secure). Nothing is charged now.
        </Trans>
      </p>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="sm:self-start"
        unavailable={!ready}
        pending={busy}
        pendingLabel={t`Registering the card`}
      >
        <Trans>Register this card</Trans>
      </Button>
    </form>
  );
}
