import { StepUpCancelled } from "../../app/sentences/step-up-cancelled.ts";
import { authorizationOf } from "./authorization-of.ts";

export interface GuestSignInOptions {
  readonly guestOrigin: string;
  /** Has the person prove who they are. @throws StepUpCancelled */
  readonly confirm: () => Promise<void>;
  /** Sends the frame to an address of the portal's. */
  readonly send: (address: string) => void;
}

export interface GuestSignIn {
  /**
   * The guest asks for a sign-in.
   *
   * @param recent the person first proves who they are.
   */
  asked(request: string, recent: boolean): Promise<void>;
  /** The guest says that it has loaded; it may ask before the browser is done with its page. */
  ready(): void;
  /** The frame has loaded. */
  loaded(): void;
}

/**
 * Sends the frame to the provider ourselves, where the guest asks for it: what a frame of another site
 * asks for would carry none of our cookies. One sign-in at a time, over when the frame has loaded: a
 * flood of messages asks once. What the guest's next page asks for in the meantime follows then.
 */
export function guestSignIn({ guestOrigin, confirm, send }: GuestSignInOptions): GuestSignIn {
  let isUnderWay = false;
  let hasArrived = false;
  let next: string | undefined;
  let isConfirming = false;

  function begin(address: string): void {
    isUnderWay = true;
    hasArrived = false;
    next = undefined;
    send(address);
  }

  return {
    async asked(request, recent) {
      const address = authorizationOf(request, guestOrigin);
      if (address === undefined) return;
      if (!recent) {
        if (!isUnderWay) begin(address);
        else if (hasArrived) next = address;
        return;
      }
      if (isConfirming) return;
      isConfirming = true;
      try {
        await confirm();
      } catch (error) {
        if (error instanceof StepUpCancelled) return;
        throw error;
      } finally {
        isConfirming = false;
      }
      // A person has just said so: it comes before all that a page may ask.
      begin(address);
    },
    ready() {
      hasArrived = true;
    },
    loaded() {
      isUnderWay = false;
      if (next !== undefined) begin(next);
    },
  };
}
