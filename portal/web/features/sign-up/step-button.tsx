import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { ReactNode } from "react";

interface StepButtonProps {
  readonly form: { readonly busy: boolean };
  /** Set further apart from what is above it. */
  readonly apart?: boolean;
  readonly children: ReactNode;
}

/** Sends a step's form and leads to the next one. */
export function StepButton({ form, apart = false, children }: StepButtonProps) {
  const { t } = useLingui();
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      className={apart ? "mt-2 sm:self-start" : "sm:self-start"}
      pending={form.busy}
      pendingLabel={t`Sending`}
    >
      {children}
    </Button>
  );
}
