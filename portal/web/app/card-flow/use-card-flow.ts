import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import type { CardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import { type RefObject, useRef, useState } from "react";
import type { CardFieldsHandle } from "../card-fields/card-fields.tsx";
import { clientStorage } from "../session/current.ts";
import { attemptOutcome } from "./attempt-outcome.ts";
import { forgetAttempt, storedAttempt } from "./card-attempts.ts";
import { cardFailure } from "./card-failure.ts";
import { paymentError } from "./payment-error.ts";

interface CardFlowSettings {
  /** Sends the token to the server, which answers with the attempt. */
  readonly register: (body: { attempt: string; cardToken: string }) => Promise<CardAttempt>;
  /** The card is registered. Until its promise settles nothing else can be pressed. */
  readonly onDone: () => Promise<unknown>;
  /** Whether the screen shows what the card is charged for; nothing is taken before. */
  readonly known?: boolean;
  /** Something else is owed by now: it is shown anew, and the fields wait for another press. */
  readonly onChanged?: () => Promise<unknown>;
  /** Deals with an error that is no matter of the card, and says whether it did. */
  readonly takes?: (error: ApiError) => boolean;
  /** The card that is there; it stays until another is registered. */
  readonly card: CardView | null;
  /** The page that a 3-D Secure that succeeded leads back to, unless it is the usual one. */
  readonly page?: string;
  /** What was pressed has made way for something else: the focus needs a place. */
  readonly onExchanged: () => void;
}

/** A card being registered, in the sign-up or on My Page. */
export interface CardFlow {
  readonly fields: RefObject<CardFieldsHandle | null>;
  /** An attempt that is not decided, begun here or before a reload; the fields are not shown. */
  readonly open: string | undefined;
  /** The open attempt was begun here: what is typed stays in the fields, which are only hidden. */
  readonly keepsFields: boolean;
  /** What ended the last try. */
  readonly failed: ApiError | undefined;
  readonly busy: boolean;
  /** Whether the fields are there to be used. */
  readonly ready: boolean;
  readonly card: CardView | null;
  readonly setReady: (ready: boolean) => void;
  /** Registers what is typed. */
  readonly submit: () => Promise<void>;
  /** The open attempt has ended well. */
  readonly finish: () => Promise<void>;
  /** The open attempt has ended: the fields are shown again, with the reason if there is one. */
  readonly enterAgain: (error: ApiError | undefined) => void;
  readonly exchanged: () => void;
}

/**
 * The one way a card is registered: token from the company's fields, attempt at our server,
 * perhaps 3-D Secure, perhaps a wait. Whatever becomes of the call, the attempt is stored before
 * it, so that it can be asked for afterwards and nothing is registered twice.
 */
export function useCardFlow(settings: CardFlowSettings): CardFlow {
  const { register, onDone, known = true, onChanged, takes, card, page, onExchanged } = settings;
  const fields = useRef<CardFieldsHandle>(null);
  const busyNow = useRef(false);
  const unanswered = useRef<ApiError>(undefined);
  const [open, setOpen] = useState(() => storedAttempt()?.attempt);
  const [keepsFields, setKeepsFields] = useState(false);
  const [failed, setFailed] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);

  function enterAgain(error: ApiError | undefined) {
    forgetAttempt();
    setOpen(undefined);
    // A card that never reached the server failed for the reason that the browser gave.
    const reason = error?.type === "PaymentNotRestored" ? unanswered.current : undefined;
    setFailed(reason ?? error);
    if (!error) onExchanged();
  }

  function ask(attempt: string, reason?: ApiError) {
    unanswered.current = reason;
    // A card that may not have arrived is not typed again for a connection's sake.
    setKeepsFields(reason !== undefined);
    if (reason === undefined) setReady(false);
    setOpen(attempt);
    onExchanged();
  }

  async function finish() {
    // The page may be opened again to use another card.
    forgetAttempt();
    await onDone();
  }

  async function follow(attempt: CardAttempt) {
    const outcome = attemptOutcome(attempt);
    if (outcome.kind === "unfinished") window.location.assign(outcome.redirectUrl);
    else if (outcome.kind === "done") await finish();
    else if (outcome.kind === "failed") enterAgain(paymentError(outcome.type));
    else ask(attempt.attempt);
  }

  async function attemptCard() {
    const attempt = crypto.randomUUID();
    let sent = false;
    try {
      const typed = await fields.current?.submit();
      if (!typed) return;
      setFailed(undefined);
      const { brand, last4 } = typed;
      const back = page === undefined ? {} : { page: { path: page } };
      clientStorage.write("paymentInfo", { attempt, brand, last4, ...back });
      sent = true;
      await follow(await register({ attempt, cardToken: typed.token }));
    } catch (error) {
      const failure = cardFailure(error, sent);
      if (failure.kind === "ask") return ask(attempt, failure.reason);
      if (sent) forgetAttempt();
      if (isApiError(error, "TermsChanged")) await onChanged?.();
      if (failure.kind === "tell" && !takes?.(failure.error)) setFailed(failure.error);
    }
  }

  async function submit() {
    if (busyNow.current || !ready || !known) return;
    busyNow.current = true;
    setBusy(true);
    try {
      await attemptCard();
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  return {
    fields,
    open,
    keepsFields,
    failed,
    busy,
    ready: ready && known && open === undefined,
    card,
    setReady,
    submit,
    finish,
    enterAgain,
    exchanged: onExchanged,
  };
}
