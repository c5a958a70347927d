import { type Role, roles } from "@sekimori/karte-contract/rights";

/** What was filled in before the portal asked for the password. */
export interface InviteDraft {
  readonly emails: string;
  readonly language: string;
  readonly role: Role;
  readonly groups: readonly string[] | null;
}

const name = "sekimori-karte-invitation";

/** Of this tab alone, and only until it is read: these are other people's addresses. */
export function keepInviteDraft(draft: InviteDraft): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing: it is filled in once more.
  }
}

function isDraft(value: unknown): value is InviteDraft {
  if (typeof value !== "object" || value === null) return false;
  const { emails, language, role, groups } = value as Partial<Record<keyof InviteDraft, unknown>>;
  return (
    typeof emails === "string" &&
    typeof language === "string" &&
    roles.some((one) => one === role) &&
    (groups === null || (Array.isArray(groups) && groups.every((id) => typeof id === "string")))
  );
}

/** What was kept, once. */
export function takeInviteDraft(): InviteDraft | undefined {
  try {
    const text = window.sessionStorage.getItem(name);
    window.sessionStorage.removeItem(name);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
