import type { ComponentProps } from "react";

export interface MarkProps extends Omit<ComponentProps<"svg">, "children" | "viewBox"> {
  /** The mark's name when it stands alone; without it the mark is decorative. */
  label?: string | undefined;
}

/**
 * The mark: a barrier gate of the old highways (two posts, a long lintel, a tie beam) and in
 * it the keeper's stone, tied with a cord, that says "this way is watched".
 */
export function Mark({ label, ...rest }: MarkProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label or decorative, as the caller says
    <svg
      width={32}
      height={32}
      fill="none"
      focusable="false"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      {...rest}
      viewBox="0 0 32 32"
    >
      <MarkDrawing />
    </svg>
  );
}

/** The strokes alone, for other drawings that hold the mark. */
export function MarkDrawing() {
  return (
    <>
      <path className="fill-key" d="M1.5 5.5h29v3.8h-29z" />
      <path className="fill-key" d="M5 9.3h3.8V29H5zM23.2 9.3H27V29h-3.8z" />
      <path className="fill-key" d="M8.8 13h14.4v2H8.8z" />
      <path
        className="fill-key"
        d="M16 18.7c3 0 5.1 2.3 5.1 5.3 0 2.9-1.7 5-5.1 5s-5.1-2.1-5.1-5c0-3 2.1-5.3 5.1-5.3Z"
      />
      <path
        className="stroke-surface"
        strokeWidth={1.1}
        d="M16 18.4V29M10.6 22.7c3.4 1.6 7.4 1.6 10.8 0"
      />
    </>
  );
}
