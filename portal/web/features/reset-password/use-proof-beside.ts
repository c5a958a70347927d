import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { useRef, useState } from "react";
import { knowsPasskeys } from "../../app/passkey/passkey.ts";

/** What is asked for beside the mailbox's proof: a passkey, or a code of the app or of paper. */
type Beside = "passkey" | "code";

/**
 * What a reset asks for beside the mailbox: nothing until it is known to.
 *
 * @param ways of the account, where a mailed link has told them.
 */
export function useProofBeside(ways: readonly SecondFactorWay[]) {
  const isUsable = (hasPasskey: boolean) => hasPasskey && knowsPasskeys();
  const firstOf = (hasPasskey: boolean): Beside => (isUsable(hasPasskey) ? "passkey" : "code");
  const [hasPasskey, setHasPasskey] = useState(() => ways.includes("passkey"));
  const [shown, setShown] = useState<Beside | undefined>(() =>
    ways.length === 0 ? undefined : firstOf(hasPasskey),
  );
  // The form's validator is made once; it looks at what is asked for when it is used.
  const current = useRef(shown);

  function choose(one: Beside) {
    current.current = one;
    setShown(one);
  }

  return {
    shown,
    now: () => current.current,
    choose,
    /** Whether there is a choice. */
    canUsePasskey: isUsable(hasPasskey),
    /** The server has said that the mailbox alone is not enough. */
    ask(isPasskeyThere: boolean) {
      setHasPasskey(isPasskeyThere);
      choose(firstOf(isPasskeyThere));
    },
  };
}
