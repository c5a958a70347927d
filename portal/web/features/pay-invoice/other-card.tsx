import { useLingui } from "@lingui/react/macro";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { formatYen } from "@sekimori/kit-contract/yen";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { payInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { CardFieldsHandle } from "../../app/card-fields/card-fields.tsx";
import { CardEntry } from "../../app/card-flow/card-entry.tsx";
import { cardFailure } from "../../app/card-flow/card-failure.ts";
import { PaymentProblem } from "../../app/card-flow/payment-problem.tsx";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import type { PaymentProps } from "./payment-props.ts";

type Sent = EndpointInput<typeof payInvoice>["body"];

/**
 * A card for this invoice alone: the company's fields, 3-D Secure, and one charge. What may have
 * arrived is sent again as it was, which charges nothing twice.
 */
export function OtherCard({
  payable,
  token,
  onPaid,
  onChanged,
  onClose,
}: PaymentProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const fields = useRef<CardFieldsHandle>(null);
  const region = useRef<HTMLElement>(null);
  const busyNow = useRef(false);
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState<ApiError>();
  const [lost, setLost] = useState<{ readonly body: Sent; readonly error: ApiError }>();
  const amount = formatYen(payable.total, language.current());

  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: "nearest" });
  }, []);

  async function send(body: Sent) {
    try {
      const after = await client.call(payInvoice, { body });
      setLost(undefined);
      if (after.authenticateAt !== null) return window.location.assign(after.authenticateAt);
      onPaid(after);
    } catch (error) {
      const failure = cardFailure(error, true);
      if (failure.kind === "ask") return setLost({ body, error: failure.reason });
      setLost(undefined);
      if (isApiError(error, "TermsChanged")) {
        await onChanged();
        reportError(error);
      } else if (failure.kind === "tell") setFailed(failure.error);
    }
  }

  async function enter() {
    try {
      const typed = await fields.current?.submit();
      if (!typed) return;
      setFailed(undefined);
      const card = { attempt: crypto.randomUUID(), cardToken: typed.token };
      await send({ token, shown: payable.shown, card });
    } catch (error) {
      const failure = cardFailure(error, false);
      if (failure.kind === "tell") setFailed(failure.error);
    }
  }

  async function once(work: () => Promise<void>) {
    if (busyNow.current) return;
    busyNow.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  const submit = async () => {
    if (ready && !lost) await once(enter);
  };
  const flow = {
    fields,
    open: undefined,
    keepsFields: false,
    failed,
    busy,
    ready,
    card: null,
    setReady,
    submit,
    finish: async () => undefined,
    enterAgain: () => undefined,
    exchanged: () => region.current?.focus({ preventScroll: true }),
  };

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby="other-card"
      className="mt-8 scroll-mt-6 outline-none"
    >
      <h2 id="other-card" className="text-std-20B-150">{t`Pay with another card`}</h2>
      <p className="mt-1 mb-6 text-muted">
        {t`We use this card for this invoice only and don't save it. Your saved card doesn't change.`}
      </p>
      {lost && (
        <PaymentProblem
          error={lost.error}
          action={
            <Button
              pending={busy}
              pendingLabel={t`Paying`}
              onClick={() => void once(() => send(lost.body))}
            >{t`Check again`}</Button>
          }
        />
      )}
      <form
        hidden={lost !== undefined}
        className="flex flex-col gap-6"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <CardEntry flow={flow} charge={undefined} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          unavailable={!ready}
          pending={busy}
          pendingLabel={t`Paying`}
        >
          {t`Pay ${{ amount }} with this card`}
        </Button>
        <Button size="large" wide unavailable={busy} onClick={onClose}>{t`Cancel`}</Button>
      </form>
    </section>
  );
}
