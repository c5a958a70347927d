/** A turning ring in the text's colour. Decorative: whoever shows it says what is awaited. */
export function Spinner() {
  return (
    <svg
      width="1.25em"
      height="1.25em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      aria-hidden="true"
      className="animate-turn"
    >
      <circle cx="12" cy="12" r="9" opacity="0.28" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
