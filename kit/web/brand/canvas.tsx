import type { ComponentProps, ReactNode } from "react";

/** Illustrations say nothing that the text beside them does not say, so they are decorative. */
export type IllustrationProps = Omit<ComponentProps<"svg">, "children" | "viewBox">;

/** The sheet an illustration is drawn on, scaling to the width of its place. */
export function Canvas({
  size,
  children,
  ...rest
}: IllustrationProps & { size: readonly [width: number, height: number]; children: ReactNode }) {
  const [width, height] = size;
  return (
    <svg
      width={width}
      height={height}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...rest}
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: "100%", height: "auto", ...rest.style }}
    >
      {children}
    </svg>
  );
}
