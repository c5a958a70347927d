import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { language } from "../../app/language.ts";

const stepUp = ["app/step-up"];

/** My Page's dialogs: none is there when the page is first shown, and they weigh as much as it. */
export const dialogs = {
  name: fetchedDialog(async () => (await import("./change-name-dialog.tsx")).ChangeNameDialog),
  details: fetchedDialog(() =>
    language.withSentences(
      ["app/registered-details"],
      async () => (await import("./change-details-dialog.tsx")).ChangeDetailsDialog,
    ),
  ),
  email: fetchedDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./change-email-dialog.tsx")).ChangeEmailDialog,
    ),
  ),
  language: fetchedDialog(
    async () => (await import("./change-language-dialog.tsx")).ChangeLanguageDialog,
  ),
  password: fetchedDialog(() =>
    language.withSentences(
      ["app/new-password"],
      async () => (await import("./change-password-dialog.tsx")).ChangePasswordDialog,
    ),
  ),
  twoFactor: fetchedDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./two-factor-dialog.tsx")).TwoFactorDialog,
    ),
  ),
  card: fetchedDialog(() =>
    language.withSentences(
      [...stepUp, "app/card-flow"],
      async () => (await import("./card-dialog.tsx")).CardDialog,
    ),
  ),
  removeCard: fetchedDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./remove-card-dialog.tsx")).RemoveCardDialog,
    ),
  ),
  accountingAddress: fetchedDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./accounting-address-dialog.tsx")).AccountingAddressDialog,
    ),
  ),
  accountingCode: fetchedDialog(
    async () => (await import("./accounting-code-dialog.tsx")).AccountingCodeDialog,
  ),
  contractAct: fetchedDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./contract-act-dialog.tsx")).ContractActDialog,
    ),
  ),
  withdrawAccess: fetchedDialog(
    async () => (await import("./withdraw-access-dialog.tsx")).WithdrawAccessDialog,
  ),
  unlinkIdentity: fetchedDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./unlink-identity-dialog.tsx")).UnlinkIdentityDialog,
    ),
  ),
  notMe: fetchedDialog(async () => (await import("./not-me-dialog.tsx")).NotMeDialog),
} as const;

/** How long the page is left alone before they are fetched. */
const quietMs = 1_500;

/** Fetches them ahead of the first opening. Returns what stops it. */
export function fetchDialogsSoon(): () => void {
  const timer = setTimeout(() => {
    // What fails here is fetched again, and complained about, at the opening.
    for (const { fetch } of Object.values(dialogs)) fetch().catch(() => undefined);
  }, quietMs);
  return () => clearTimeout(timer);
}
