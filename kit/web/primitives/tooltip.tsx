import type { DOMAttributes, ReactElement, ReactNode } from "react";
import { Focusable } from "react-aria-components/Focusable";
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTrigger,
} from "react-aria-components/Tooltip";

type Placement = NonNullable<AriaTooltipProps["placement"]>;

export interface TooltipProps {
  /** The hint. Never the only place where something needed is said. */
  text: ReactNode;
  /** A button of ours, or another focusable element that takes `ref` and DOM props. */
  children: ReactElement<DOMAttributes<Element>, string>;
  placement?: Placement | undefined;
}

/** A hint on hover and on keyboard focus; Escape hides it. It describes its trigger while shown. */
export function Tooltip({ text, children, placement = "top" }: TooltipProps) {
  return (
    <TooltipTrigger delay={300} closeDelay={120}>
      <Focusable>{children}</Focusable>
      <TooltipBubble placement={placement}>{text}</TooltipBubble>
    </TooltipTrigger>
  );
}

/** The bubble alone, for triggers that open it in their own way. */
export function TooltipBubble({
  placement,
  children,
}: {
  placement: Placement;
  children: ReactNode;
}) {
  return (
    <AriaTooltip
      placement={placement}
      offset={6}
      className="max-w-72 animate-appear rounded-6 bg-text px-3 py-2 text-[0.8125rem] leading-[1.6] text-ground shadow-float"
    >
      {children}
    </AriaTooltip>
  );
}
