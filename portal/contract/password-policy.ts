/** Symbols a password may contain and of which it needs at least one (specification 5). */
export const passwordSymbols = "=+-^$*.[]{}()?\"!@#%&/\\,><':;|_~`";

export const passwordMinimum = 8;

/** The specification's maximum; a setting lifts it to `passwordMaximumLifted`. */
export const passwordMaximum = 14;
export const passwordMaximumLifted = 64;

/** The rules a person sees as a checklist, in the order in which it shows them. */
export const passwordRules = [
  "length",
  "uppercase",
  "lowercase",
  "digit",
  "symbol",
  "characters",
  "personal",
] as const;

export type PasswordRule = (typeof passwordRules)[number];

export interface PasswordContext {
  /** Longest password allowed, in characters. */
  readonly maximum?: number;
  /** The account's e-mail address and names: a password must not contain them. */
  readonly personal?: readonly string[];
}

const isSymbol = (character: string) => passwordSymbols.includes(character);

function containsPersonal(password: string, personal: readonly string[]): boolean {
  const haystack = password.toLowerCase();
  return personal
    .flatMap((value) => [value, value.split("@")[0] ?? ""])
    .map((value) => value.trim().toLowerCase())
    .some((value) => value.length >= 3 && haystack.includes(value));
}

/**
 * Checks a password against every rule of specification 5 and against the owner's own e-mail and names.
 *
 * @returns the rules that are not met, in the checklist's order; empty when it is acceptable.
 *   Whether it is a common password is the server's to say: the list is too large for a browser.
 */
export function unmetPasswordRules(
  password: string,
  context: PasswordContext = {},
): PasswordRule[] {
  const characters = [...password];
  const maximum = context.maximum ?? passwordMaximum;
  const met: Record<PasswordRule, boolean> = {
    length: characters.length >= passwordMinimum && characters.length <= maximum,
    uppercase: /[A-Z]/.test(password),
    lowercase: /[a-z]/.test(password),
    digit: /[0-9]/.test(password),
    symbol: characters.some(isSymbol),
    characters: characters.every((one) => /[A-Za-z0-9]/.test(one) || isSymbol(one)),
    personal: !containsPersonal(password, context.personal ?? []),
  };
  return passwordRules.filter((rule) => !met[rule]);
}

/**
 * The policy in the `passwordrules` attribute's language, so that a password manager generates one
 * that passes.
 */
export function passwordRulesAttribute(maximum: number = passwordMaximum): string {
  // In this language "-" must come first and "]" last inside a custom class.
  const inner = [...passwordSymbols].filter((one) => one !== "-" && one !== "]").join("");
  return `minlength: ${passwordMinimum}; maxlength: ${maximum}; required: upper; required: lower; required: digit; required: [-${inner}]];`;
}
