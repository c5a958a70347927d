import { isApiError } from "@sekimori/kit-web/client/api-error";
import { passkeyChallengeMs } from "@sekimori/portal-contract/constants";
import type { SignInOutcome } from "@sekimori/portal-contract/endpoints/sign-in";
import { cancelPasskey, offersPasskeysInFields } from "../../app/passkey/passkey.ts";
import { signInWithPasskey } from "./passkey-sign-in.ts";

/** How long before its challenge is over the offer is made anew. */
const renewBeforeMs = 30_000;

/** Refusals after which no more is offered: the button is still there, and nothing goes in circles. */
const refusalsMost = 3;

interface Autofill {
  readonly onSignedIn: (outcome: SignInOutcome) => void;
  /** A passkey was chosen and not taken. */
  readonly onRefused: (error: unknown) => void;
}

/**
 * Has the browser offer passkeys in the login ID's field, for as long as the page is there. Where it
 * cannot, or the server does not answer, nothing is said: nobody has asked for anything.
 *
 * @returns what stops it.
 */
export function armAutofill({ onSignedIn, onRefused }: Autofill): () => void {
  let isStopped = false;
  let isRenewed = false;

  /** @returns whether the offer is to be made again. */
  async function offer(): Promise<boolean> {
    isRenewed = false;
    const renewal = setTimeout(() => {
      isRenewed = true;
      void cancelPasskey();
    }, passkeyChallengeMs - renewBeforeMs);
    try {
      const outcome = await signInWithPasskey({ isOver: () => isStopped });
      if (!isStopped) onSignedIn(outcome);
      return false;
    } catch (error) {
      if (isStopped) return false;
      if (isApiError(error, "PasskeyCancelled")) return isRenewed;
      // What the browser or the connection lacks is no matter of who is typing a password.
      if (!isApiError(error) || !error.type.startsWith("Passkey")) return false;
      if (error.type === "PasskeyImpossible") return false;
      onRefused(error);
      return true;
    } finally {
      clearTimeout(renewal);
    }
  }

  async function keepOffering(): Promise<void> {
    if (!(await offersPasskeysInFields())) return;
    for (let refused = 0; !isStopped && refused < refusalsMost; ) {
      if (!(await offer())) return;
      if (!isRenewed) refused += 1;
    }
  }

  void keepOffering();
  return () => {
    isStopped = true;
    void cancelPasskey();
  };
}
