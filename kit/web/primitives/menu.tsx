import type { ReactElement, ReactNode } from "react";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
} from "react-aria-components/Menu";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { Pressable } from "react-aria-components/Pressable";
import { classNames } from "./class-names.ts";
import { floatClass } from "./float-class.ts";

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  onAction?: (() => void) | undefined;
  /** A place to go to instead of something to do. */
  href?: string | undefined;
  /** Opens `href` in a new tab. */
  newTab?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Destroys something. */
  danger?: boolean | undefined;
}

export interface MenuProps {
  label: string;
  /** A button of ours. */
  trigger: ReactElement<React.DOMAttributes<Element>, string>;
  items: readonly MenuItem[];
  /** Above the items, e.g. who is signed in. */
  heading?: ReactNode;
  placement?: PopoverProps["placement"] | undefined;
  /** In pixels. */
  width?: number | undefined;
}

/** A menu button: arrow keys, type-ahead, Escape; the focus returns to the trigger. */
export function Menu({
  label,
  trigger,
  items,
  heading,
  placement = "bottom end",
  width,
}: MenuProps) {
  return (
    <MenuTrigger>
      <Pressable>{trigger}</Pressable>
      <Popover placement={placement} offset={6} className={floatClass} style={{ width }}>
        {heading && <div className="border-b border-border px-4 py-3">{heading}</div>}
        <AriaMenu aria-label={label} className="p-1.5 outline-none">
          {items.map((item) => (
            <AriaMenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              isDisabled={item.disabled ?? false}
              {...(item.onAction && { onAction: item.onAction })}
              {...(item.href !== undefined && { href: item.href })}
              {...(item.newTab && { target: "_blank", rel: "noopener noreferrer" })}
              className={classNames(
                "flex min-h-11 cursor-pointer items-center gap-3 rounded-6 px-3 py-2 text-[0.9375rem] leading-[1.5] no-underline outline-none data-focused:bg-key-soft data-disabled:cursor-not-allowed data-disabled:text-muted data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-focus",
                item.danger ? "text-danger" : "text-text",
              )}
            >
              {item.icon && <span className="text-muted">{item.icon}</span>}
              <span className="min-w-0 flex-1">{item.label}</span>
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
