import { MarkDrawing, type MarkProps } from "./mark.tsx";

/** Mark and wordmark in one line; `label` is the product's name for screen readers. */
export function Logo({ label, ...rest }: MarkProps & { label: string }) {
  return (
    <svg
      width={172}
      height={32}
      fill="none"
      role="img"
      aria-label={label}
      focusable="false"
      {...rest}
      viewBox="0 0 172 32"
    >
      <MarkDrawing />
      <g className="stroke-text" strokeWidth={2.3} strokeLinecap="butt" strokeLinejoin="miter">
        <path d="M53.6 12.3c-.9-1.7-2.5-2.6-4.5-2.6-2.6 0-4.4 1.3-4.4 3.4 0 2.2 1.9 2.9 4.4 3.4 2.7.6 4.9 1.3 4.9 3.8 0 2.3-2 3.7-4.8 3.7-2.4 0-4.3-1-5.2-2.9" />
        <path d="M70 9.8h-8.5v13.2H70M61.5 16.3h7.6" />
        <path d="M77.5 8.8v15.2M87.6 8.8l-9.8 9.4M81.5 14.7l6.7 9.3" />
        <path d="M94.8 8.8v15.2" />
        <path d="M102.5 24V10.3l6.4 9.8 6.4-9.8V24" />
        <path d="M137.3 16.4c0 3.9-2.9 6.8-6.8 6.8s-6.8-2.9-6.8-6.8 2.9-6.8 6.8-6.8 6.8 2.9 6.8 6.8Z" />
        <path d="M145.8 24V9.8h5.3c2.6 0 4.3 1.5 4.3 3.9s-1.7 3.9-4.3 3.9h-5.3M150.8 17.6l5.2 6.4" />
        <path d="M163.5 8.8v15.2" />
      </g>
    </svg>
  );
}
