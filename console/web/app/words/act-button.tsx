import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { reportError } from "../sentences/report-error.ts";
import { toasts } from "../toasts.ts";

interface ActButtonProps {
  /** What it is about, for those who hear the button alone. */
  readonly of: string;
  /** @returns what was done, in a sentence. */
  readonly act: () => Promise<string>;
  /** Reads what stands on the screen again. */
  readonly readAgain: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Does a next step at once: nothing is lost by it, and it can be pressed again. */
export function ActButton({ of, act, readAgain, children }: ActButtonProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const wasPressed = useRef(false);
  useEffect(
    () => () => {
      // Its row is gone, and with it the place where the keyboard was.
      const isLost = wasPressed.current && document.activeElement === document.body;
      if (isLost) document.querySelector("h1")?.focus();
    },
    [],
  );
  async function press() {
    wasPressed.current = true;
    setBusy(true);
    try {
      toasts.show({ tone: "success", title: await act() });
    } catch (error) {
      reportError(error);
    }
    await readAgain();
    setBusy(false);
  }
  return (
    <Button size="small" pending={isBusy} pendingLabel={t`Working`} onClick={() => void press()}>
      {children}
      <span className="sr-only">{`: ${of}`}</span>
    </Button>
  );
}
