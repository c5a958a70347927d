/**
 * Where the pages are that a mail or the footer leads to; apart from the routes, as the pages behind the
 * login are.
 */
export const linkedPages = {
  stopRecovery: async () =>
    (await import("../../features/recovery/stop-page.tsx")).StopRecoveryPage,
  finishRecovery: async () =>
    (await import("../../features/recovery/finish-page.tsx")).FinishRecoveryPage,
  changeEmailVerify: async () =>
    (await import("../../features/change-email/verify-page.tsx")).ChangeEmailVerifyPage,
  changeEmailComplete: async () =>
    (await import("../../features/change-email/complete-page.tsx")).ChangeEmailCompletePage,
  changeEmailUndo: async () =>
    (await import("../../features/change-email/undo-page.tsx")).ChangeEmailUndoPage,
  unsubscribe: async () =>
    (await import("../../features/unsubscribe/unsubscribe-page.tsx")).UnsubscribePage,
  payInvoice: async () =>
    (await import("../../features/pay-invoice/pay-invoice-page.tsx")).PayInvoicePage,
  verifyInvoice: async () =>
    (await import("../../features/verify-invoice/verify-invoice-page.tsx")).VerifyInvoicePage,
  notation: async () => (await import("../../features/legal/notation-page.tsx")).NotationPage,
  terms: async () => (await import("../../features/legal/terms-page.tsx")).TermsPage,
};
