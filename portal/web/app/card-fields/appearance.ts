/** Which of our colours each part of the company's fields takes. */
const colours = {
  text: "--text",
  quiet: "--muted",
  line: "--border-strong",
  ground: "--surface",
  focus: "--focus",
  danger: "--danger",
  "danger-ground": "--surface",
} as const;

/** Corners of our own controls, in CSS pixels. */
const radius = 6;

/** What the browser makes of a colour. A change would be a transition, so each probe is new. */
function resolved(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Our looks for the payment company's fields, as theme and contrast settings make them now. */
export function fieldsAppearance(): Readonly<Record<string, string | number>> {
  const parts = Object.entries(colours).map(([part, token]) => [part, resolved(token)]);
  return { ...Object.fromEntries(parts), radius };
}
