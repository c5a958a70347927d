import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { type ComponentType, createElement, useEffect } from "react";
import { language } from "../../app/language.ts";
import { toasts } from "../../app/toasts.ts";

const stepUp = ["app/step-up", "app/second-factor"];

/** A dialog that is an act of its own: what came of the one before is over once it opens. */
function actDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const fetched = fetchedDialog(load);

  function Dialog(props: Props) {
    useEffect(() => toasts.clear(), []);
    return createElement(fetched.Dialog, props);
  }

  return { Dialog, fetch: fetched.fetch };
}

/** My Page's dialogs: none is there when the page is first shown, and they weigh as much as it. */
export const dialogs = {
  name: actDialog(async () => (await import("./change-name-dialog.tsx")).ChangeNameDialog),
  details: actDialog(() =>
    language.withSentences(
      ["app/registered-details"],
      async () => (await import("./change-details-dialog.tsx")).ChangeDetailsDialog,
    ),
  ),
  email: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./change-email-dialog.tsx")).ChangeEmailDialog,
    ),
  ),
  language: actDialog(
    async () => (await import("./change-language-dialog.tsx")).ChangeLanguageDialog,
  ),
  password: actDialog(() =>
    language.withSentences(
      ["app/new-password"],
      async () => (await import("./change-password-dialog.tsx")).ChangePasswordDialog,
    ),
  ),
  twoFactor: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./two-factor-dialog.tsx")).TwoFactorDialog,
    ),
  ),
  app: actDialog(() =>
    language.withSentences(stepUp, async () => (await import("./app-dialog.tsx")).AppDialog),
  ),
  removeApp: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./remove-app-dialog.tsx")).RemoveAppDialog,
    ),
  ),
  recoveryCodes: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./recovery-codes-dialog.tsx")).RecoveryCodesDialog,
    ),
  ),
  addPasskey: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./add-passkey-dialog.tsx")).AddPasskeyDialog,
    ),
  ),
  renamePasskey: actDialog(
    async () => (await import("./rename-passkey-dialog.tsx")).RenamePasskeyDialog,
  ),
  removePasskey: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./remove-passkey-dialog.tsx")).RemovePasskeyDialog,
    ),
  ),
  card: actDialog(() =>
    language.withSentences(
      [...stepUp, "app/card-flow"],
      async () => (await import("./card-dialog.tsx")).CardDialog,
    ),
  ),
  removeCard: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./remove-card-dialog.tsx")).RemoveCardDialog,
    ),
  ),
  accountingAddress: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./accounting-address-dialog.tsx")).AccountingAddressDialog,
    ),
  ),
  accountingCode: actDialog(
    async () => (await import("./accounting-code-dialog.tsx")).AccountingCodeDialog,
  ),
  contractAct: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./contract-act-dialog.tsx")).ContractActDialog,
    ),
  ),
  withdrawAccess: actDialog(
    async () => (await import("./withdraw-access-dialog.tsx")).WithdrawAccessDialog,
  ),
  unlinkIdentity: actDialog(() =>
    language.withSentences(
      stepUp,
      async () => (await import("./unlink-identity-dialog.tsx")).UnlinkIdentityDialog,
    ),
  ),
  notMe: actDialog(async () => (await import("./not-me-dialog.tsx")).NotMeDialog),
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
