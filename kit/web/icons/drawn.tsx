import type { ComponentProps } from "react";

/** Drawn on a 24-unit grid with one stroke in the text's colour; hidden from screen readers. */
export type IconProps = Omit<ComponentProps<"svg">, "children" | "viewBox">;

export function Drawn({ lines, ...props }: IconProps & { lines: string }) {
  return (
    <svg
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...props}
      aria-hidden="true"
      viewBox="0 0 24 24"
    >
      <path d={lines} />
    </svg>
  );
}
