import type { ReactElement, ReactNode } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from "react-aria-components/Popover";
import { Pressable } from "react-aria-components/Pressable";
import { floatClass } from "./float-class.ts";

export interface PopoverProps {
  /** Names what opens. */
  label: string;
  /** A button of ours (or any element with a button's role that takes `ref` and DOM props). */
  trigger: ReactElement<React.DOMAttributes<Element>, string>;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: AriaPopoverProps["placement"] | undefined;
  /** In pixels. */
  width?: number | undefined;
}

/** The dialog inside has the name; on its surroundings it would be content of no landmark. */
const unnamed = { "aria-labelledby": "" };

/** A small panel beside its trigger; Escape or a press outside closes it and gives the focus back. */
export function Popover({
  label,
  trigger,
  children,
  placement = "bottom end",
  width,
}: PopoverProps) {
  return (
    <DialogTrigger>
      <Pressable>{trigger}</Pressable>
      <AriaPopover
        placement={placement}
        offset={6}
        className={floatClass}
        style={{ width }}
        {...unnamed}
      >
        <Dialog aria-label={label} className="p-4 outline-none">
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
