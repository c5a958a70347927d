import { linguiConfig } from "@sekimori/kit-web/build/lingui-preset";

export default linguiConfig({
  root: import.meta.dirname,
  parts: [
    "private",
    "new-password",
    "registered-details",
    "scopes",
    "step-up",
    "second-factor",
    "card-flow",
    "final-confirmation",
    "payment-dates",
    "payment-errors",
    "unpaid",
    "maintenance",
    "sign-up-steps",
  ],
});
