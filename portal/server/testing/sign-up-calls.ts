import { randomUUID } from "node:crypto";
import type { AnyEndpoint, EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import {
  agreeConsent,
  confirmInformation,
  confirmSignUp,
  editInformation,
  service,
  signUp,
  signUpWithCard,
} from "@sekimori/portal-contract/endpoints/sign-up";
import type { AccountInformation, RegisteredDetails } from "@sekimori/portal-contract/fields";
import type { PlanId } from "@sekimori/portal-contract/plans";

// A sign-up by the portal's calls alone, for whoever can make them: in memory or over sockets.

/** Calls a declared endpoint as a browser does. @throws Error with the answer unless it is 200. */
export interface Caller {
  call<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointResponse<E>>;
}

export const password = "Kaze-no-Oto1";

export const individual: AccountInformation = {
  userType: "2",
  firstName: "花子",
  lastName: "山本",
  postalCode: "1000001",
  addrState: "13",
  addrCity: "千代田区",
  addrLine1: "千代田1-1",
  addrLine2: "",
};

export const organisation: AccountInformation = {
  ...individual,
  userType: "1",
  companyName: "関守商店",
  corporateNumber: "7000012050002",
};

/** What of it My Page changes in one go. */
export const organisationDetails: RegisteredDetails = {
  userType: "1",
  companyName: "関守商会",
  corporateNumber: "7000012050002",
  postalCode: "5300001",
  addrState: "27",
  addrCity: "大阪市北区",
  addrLine1: "梅田2-2",
  addrLine2: "",
};

/** Cards of the sandbox's payment company that behave in a known way. */
export const cards = {
  success: "4111110000001003",
  challenge: "4111110000002001",
  challengeFails: "4111110000002100",
  challengeSlow: "4111110000002209",
  declined: "4111110000003009",
  gatewayError: "4111110000003306",
  chargeDeclined: "4111110000004007",
  chargeLostCard: "4111110000004403",
  chargeNeedsAuthentication: "4111110000004502",
  chargeLostAnswer: "4111110000004304",
  chargeRecovers: "4111110000004601",
} as const;

/** The steps of a sign-up to stop at; "account" is after the confirmation, "member" has agreed. */
export type Stop = "verification" | "information" | "confirmation" | "account" | "member";

export interface SignUpCalls {
  readonly email: string;
  readonly plan?: PlanId | undefined;
  readonly locale?: "ja" | "en" | undefined;
  readonly information: AccountInformation;
  readonly password?: string | undefined;
  /** Reads the mailed code; asked for once the sign-up has begun. */
  code(): Promise<string>;
}

/** Brings a caller's sign-up to a step. */
export async function walkSignUp(caller: Caller, stop: Stop, calls: SignUpCalls): Promise<void> {
  const { email, plan = "free", locale = "en", information } = calls;
  await caller.call(signUp, { body: { email, plan, locale } });
  if (stop === "verification") return;
  await caller.call(confirmSignUp, { body: { code: await calls.code() } });
  if (stop === "information") return;
  const chosen = calls.password ?? password;
  await caller.call(editInformation, { body: { information, password: chosen } });
  if (stop === "confirmation") return;
  await caller.call(confirmInformation, { body: {} });
  if (stop === "account") return;
  await agree(caller, locale);
}

/** Agrees to what is shown; the caller is signed in afterwards. */
export async function agree(caller: Caller, locale: "ja" | "en" = "en"): Promise<void> {
  const { agreement, shown } = await caller.call(service, {});
  await caller.call(agreeConsent, {
    body: {
      documents: agreement?.documents ?? [],
      shown: shown ?? "",
      agreed: true,
      promotionalMail: false,
      locale,
    },
  });
}

/** Calls a declared endpoint that may refuse; gives whatever it answers. */
interface Attempting<Answer> {
  attempt<E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>): Promise<Answer>;
}

/** Submits a card under an attempt, as the payment step does. */
export async function submitCard<Answer>(
  { company }: { readonly company: { token(number: string): Promise<string> } },
  caller: Attempting<Answer>,
  number: string,
  attempt: string = randomUUID(),
): Promise<Answer> {
  const cardToken = await company.token(number);
  return caller.attempt(signUpWithCard, { body: { attempt, cardToken } });
}
