import type { MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import type { RoutedPage } from "../routing/page-rules.ts";

const signUp: readonly MaintenanceArea[] = ["sign-up", "everything"];
const logIn: readonly MaintenanceArea[] = ["log-in", "everything"];
const payment: readonly MaintenanceArea[] = ["payment", "everything"];

/** What has to be open for what each page is for; pages that only show are of nothing but all. */
const ofPage: Partial<Readonly<Record<RoutedPage, readonly MaintenanceArea[]>>> = {
  login: logIn,
  otp: logIn,
  wantedFactor: logIn,
  organisationSignIn: logIn,
  gmoidCallback: logIn,
  register: signUp,
  registerSecurity24: signUp,
  account: signUp,
  registerVerification: signUp,
  registerInfo: signUp,
  confirmInfo: signUp,
  paymentInfo: ["sign-up", "payment", "everything"],
  // What is agreed there goes on.
  agreement: [],
  security: payment,
  upgrade: payment,
  payInvoice: payment,
  // The application in the frame says it itself.
  karte: [],
  terms: [],
  notation: [],
};

/** The areas whose closing the page has to tell. */
export const areasOf = (page: RoutedPage): readonly MaintenanceArea[] =>
  ofPage[page] ?? ["everything"];
