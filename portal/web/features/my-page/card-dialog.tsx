import { useLingui } from "@lingui/react/macro";
import type { ApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { paymentConfiguration } from "@sekimori/portal-contract/endpoints/sign-up";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CardFields, type CardFieldsHandle } from "../../app/card-fields/card-fields.tsx";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { queryClient } from "../../app/query-client.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { StepUpCancelled } from "../../app/step-up/step-up-cancelled.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { QueryState } from "./query-state.tsx";
import { errorOfFields, replaceCardBy } from "./replace-card.ts";

const configurationQuery = {
  queryKey: ["payment-configuration"],
  queryFn: () => client.call(paymentConfiguration),
  staleTime: Number.POSITIVE_INFINITY,
};

interface CardDialogProps {
  readonly replaces: boolean;
  readonly onClose: () => void;
}

/** The payment company's fields in a modal; the present card goes only after success. */
export function CardDialog({ replaces, onClose }: CardDialogProps) {
  const { t, i18n } = useLingui();
  const stepUp = useStepUp();
  const fields = useRef<CardFieldsHandle>(null);
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const { data, error, refetch } = useQuery(configurationQuery, queryClient);

  async function register() {
    if (busy || !ready || !fields.current) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const card = await fields.current.submit();
      if ((await replaceCardBy(card, stepUp.run)) === "leaving") return;
      toasts.show({ tone: "success", title: replaces ? t`Card updated` : t`Card registered` });
      onClose();
    } catch (failure) {
      if (!(failure instanceof StepUpCancelled)) setProblem(errorOfFields(failure));
    }
    setBusy(false);
  }

  return (
    <>
      <Dialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={replaces ? t`Update Credit Card` : t`Register Credit Card`}
        closeLabel={t`Cancel`}
        locked={busy}
        focusableBody
        actions={
          <>
            <Button
              variant="primary"
              unavailable={!ready}
              pending={busy}
              pendingLabel={t`Registering the card`}
              onClick={() => void register()}
            >
              {replaces ? t`Update card` : t`Register card`}
            </Button>
            <Button unavailable={busy} onClick={onClose}>{t`Cancel`}</Button>
          </>
        }
      >
        <div className="grid gap-5">
          {problem && (
            <Banner tone="danger" role="alert" title={errorSentence(problem, i18n)}>
              {problem.requestId && t`Reference: ${{ requestId: problem.requestId }}`}
            </Banner>
          )}
          {data ? (
            <CardFields
              ref={fields}
              place={data}
              locale={language.current()}
              title={t`Card details, entered with the payment company`}
              loadingLabel={t`Loading the card fields`}
              onReady={setReady}
              onEnter={() => void register()}
              failed={(retry) => (
                <Banner
                  tone="danger"
                  title={t`The card fields could not be loaded`}
                  action={<Button size="small" onClick={retry}>{t`Try again`}</Button>}
                />
              )}
            />
          ) : (
            <QueryState error={error} onRetry={() => void refetch()} />
          )}
          <p className="text-[0.875rem] text-muted">
            {t`Your card details go straight to the payment company. The issuer may ask you to confirm your identity (3-D Secure).`}
          </p>
        </div>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}
