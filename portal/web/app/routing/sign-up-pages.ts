/** Where the pages of the registration are; apart from the routes, as the pages behind the login are. */
export const signUpPages = {
  shell: async () => (await import("../../features/sign-up/account-shell.tsx")).AccountShell,
  registerVerification: async () =>
    (await import("../../features/sign-up/verification-page.tsx")).VerificationPage,
  registerInfo: async () =>
    (await import("../../features/sign-up/information-page.tsx")).InformationPage,
  confirmInfo: async () =>
    (await import("../../features/sign-up/confirmation-page.tsx")).ConfirmationPage,
  paymentInfo: async () => (await import("../../features/payment/payment-page.tsx")).PaymentPage,
  agreement: async () => (await import("../../features/sign-up/agreement-page.tsx")).AgreementPage,
  registrationComplete: async () =>
    (await import("../../features/sign-up/registration-complete-page.tsx"))
      .RegistrationCompletePage,
};
