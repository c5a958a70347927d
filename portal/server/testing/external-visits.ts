import type { TestClient, TestResponse } from "@sekimori/kit-development/testing";
import {
  gmoidCallback,
  gmoidSignIn,
  gmoidSignUp,
} from "@sekimori/portal-contract/endpoints/external-id";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { type ExternalChoice, visitProvider } from "./external-person.ts";

type Answer = Record<string, string> & { state: string };

function answerOf(parameters: Record<string, string>): Answer {
  const { state, ...rest } = parameters;
  if (state === undefined) throw new Error(`No state: ${JSON.stringify(parameters)}`);
  return { ...rest, state };
}

/** Goes to the provider to sign in; the answer is not handed in yet. */
export async function signInVisit(browser: TestClient, choice: ExternalChoice): Promise<Answer> {
  const { redirectUrl } = await browser.call(gmoidSignIn, {});
  return answerOf(await visitProvider(redirectUrl, choice));
}

export async function signUpVisit(
  browser: TestClient,
  choice: ExternalChoice,
  plan: PlanId = "free",
): Promise<Answer> {
  const { redirectUrl } = await browser.call(gmoidSignUp, { query: { plan } });
  return answerOf(await visitProvider(redirectUrl, choice));
}

/** Hands the provider's answer in, as the portal's page does. */
export function handIn(browser: TestClient, query: Answer): Promise<TestResponse> {
  return browser.attempt(gmoidCallback, { query });
}

export async function signInBy(browser: TestClient, choice: ExternalChoice): Promise<TestResponse> {
  return handIn(browser, await signInVisit(browser, choice));
}

export async function signUpBy(
  browser: TestClient,
  choice: ExternalChoice,
  plan?: PlanId,
): Promise<TestResponse> {
  return handIn(browser, await signUpVisit(browser, choice, plan));
}
