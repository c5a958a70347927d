import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { type ReactNode, useState } from "react";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { readAgain } from "./work-query.ts";

interface ActButtonProps {
  /** What the row is called, for those who hear the button alone. */
  readonly of: string;
  /** @returns what was done, in a sentence. */
  readonly act: () => Promise<string>;
  readonly children: ReactNode;
}

/** Does the next step of a row at once: nothing is lost by it, and it can be pressed again. */
export function ActButton({ of, act, children }: ActButtonProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  async function press() {
    setBusy(true);
    try {
      const title = await act();
      toasts.show({ tone: "success", title });
    } catch (error) {
      reportError(error);
    }
    await readAgain();
    setBusy(false);
    // Its row may be gone, and with it the place where the keyboard was.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector("h1")?.focus();
    });
  }
  return (
    <Button size="small" pending={isBusy} pendingLabel={t`Working`} onClick={() => void press()}>
      {children}
      <span className="sr-only">{`: ${of}`}</span>
    </Button>
  );
}
