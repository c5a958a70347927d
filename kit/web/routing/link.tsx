import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "./navigation.ts";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** A path of the app, a query for the present page, or a whole address elsewhere. */
  readonly to: string;
  readonly replace?: boolean;
  /** Handed over to the page. */
  readonly state?: unknown;
}

/** Whether the click asks for the page here and now, not for a new tab, a window or a file. */
function staysHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && event.button === 0 && !withKey && target === "";
}

const isElsewhere = (to: string): boolean => /^https?:/.test(to);

/** An anchor with a real address that, pressed plainly, moves within the app. */
export function Link({ to, replace = false, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!staysHere(event) || isElsewhere(to)) return;
    event.preventDefault();
    void navigate(to, { replace, state });
  }

  return <a {...rest} href={to} onClick={follow} />;
}
