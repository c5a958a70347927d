import { type ReactNode, useId, useState } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { TooltipTrigger } from "react-aria-components/Tooltip";
import { Button, type ButtonProps } from "./button.tsx";
import { TooltipBubble } from "./tooltip.tsx";

export interface UnavailableButtonProps extends Omit<ButtonProps, "unavailable" | "onClick"> {
  /** Why it cannot be used. */
  reason: ReactNode;
}

/**
 * A button that is there but cannot be used, and says why: to the pointer on hover, to
 * the keyboard on focus, to a finger on a tap, to screen readers as its description.
 */
export function UnavailableButton({ reason, ...rest }: UnavailableButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={setOpen} delay={0} shouldCloseOnPress={false}>
      {/* A finger neither hovers nor focuses: its press opens the reason. */}
      <span className="contents" onClickCapture={() => setOpen(true)}>
        <Focusable>
          <Button {...rest} unavailable aria-describedby={id} />
        </Focusable>
      </span>
      <span id={id} hidden>
        {reason}
      </span>
      <TooltipBubble placement="top">{reason}</TooltipBubble>
    </TooltipTrigger>
  );
}
