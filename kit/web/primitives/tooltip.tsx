import {
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useRef,
} from "react";
import { useOverlayPosition } from "react-aria/useOverlayPosition";
import { useTooltip } from "react-aria/useTooltipTrigger";
import { Focusable } from "react-aria-components/Focusable";
import { useSlottedContext } from "react-aria-components/slots";
import {
  type TooltipProps as AriaTooltipProps,
  TooltipContext,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from "react-aria-components/Tooltip";
import { createPortal } from "react-dom";

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

interface BubbleProps {
  readonly placement: Placement;
  readonly children: ReactNode;
}

/** The bubble alone, for triggers that open it in their own way. */
export function TooltipBubble(props: BubbleProps) {
  return use(TooltipTriggerStateContext)?.isOpen
    ? createPortal(<OpenBubble {...props} />, document.body)
    : null;
}

const noButton = { current: null };

/**
 * React Aria's own bubble closes at any scrolling, also at the one by which the browser brings a
 * focused button into the window. This one goes along with its button (WCAG 2.2, 1.4.13).
 */
function OpenBubble({ placement, children }: BubbleProps) {
  const state = use(TooltipTriggerStateContext) ?? undefined;
  const trigger = useSlottedContext(TooltipContext) ?? {};
  const button = trigger.triggerRef ?? noButton;
  const bubble = useRef<HTMLDivElement>(null);
  const { tooltipProps } = useTooltip(trigger, state);
  const { overlayProps, updatePosition } = useOverlayPosition({
    targetRef: button,
    overlayRef: bubble,
    placement,
    offset: 6,
    onClose: null,
  });

  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (target instanceof Node && target.contains(button.current)) updatePosition();
    };
    document.addEventListener("scroll", follow, true);
    return () => document.removeEventListener("scroll", follow, true);
  }, [button, updatePosition]);

  return (
    <div
      {...tooltipProps}
      {...overlayProps}
      ref={bubble}
      className="max-w-72 animate-appear rounded-6 bg-text px-3 py-2 text-[0.8125rem] leading-[1.6] text-ground shadow-float"
    >
      {children}
    </div>
  );
}
