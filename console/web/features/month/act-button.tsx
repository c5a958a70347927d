import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { type ReactNode, useState } from "react";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";
import { readAgain } from "./month-query.ts";

interface ActButtonProps {
  /** What it is about, for those who hear the button alone. */
  readonly of: string;
  /** @returns what was done, in a sentence. */
  readonly act: () => Promise<string>;
  readonly children: ReactNode;
}

/** Does the next step at once: a worker does it again without harm, and it can be pressed again. */
export function ActButton({ of, act, children }: ActButtonProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  async function press() {
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
