import { meantLoginHint } from "@sekimori/kit-contract/email-text";
import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { consentScopes, type InteractionView } from "@sekimori/portal-contract/endpoints/openid";
import type { Client, InteractionResults, Provider } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import { appendAudit, type ClientInfo } from "../../audit/audit.ts";
import { type MemberRow, personalDataOf } from "../../session/member.ts";
import { readNames } from "../clients/client-names.ts";
import { authenticationOf } from "../protocol/authentication.ts";
import { addAllOf, scopeOfClaim, wordsOf } from "../protocol/scopes.ts";
import { providerSessionId } from "../protocol/session-names.ts";
import { endWithSession } from "../storage/session-grants.ts";
import { type MissingStrength, missingStrength } from "./asked-strength.ts";
import { rememberConsent } from "./consent.ts";
import {
  type InteractionFacts,
  interactionStep,
  isAboutAccount,
  isOtherAccount,
  isTooOld,
} from "./interaction.ts";
import { askedLanguage } from "./reader-language.ts";

/** The engine's record of an authorization request that waits. */
export type WaitingInteraction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** An interaction with all that is needed to show and answer it. */
export interface OpenInteraction {
  readonly provider: Provider;
  readonly interaction: WaitingInteraction;
  readonly client: Client;
  /** Whoever is signed in at the portal and has agreed to the service. */
  readonly member: MemberRow | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The subject that `id_token_hint` or the claims parameter asks for. */
function expectedAccount({ prompt, params }: WaitingInteraction): string | undefined {
  const asked = prompt.details.sub;
  if (typeof asked === "object" && asked !== null && "value" in asked) return textOf(asked.value);
  // The engine has verified the hint before the interaction began.
  const payload = textOf(params.id_token_hint)?.split(".")[1];
  if (payload === undefined) return undefined;
  const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as {
    sub?: unknown;
  };
  return textOf(sub);
}

interface Facts extends InteractionFacts {
  /** What the request asks of its sign-in and has not got. */
  readonly missing: MissingStrength | undefined;
}

async function factsOf(
  context: Pick<PortalContext, "clock" | "db">,
  { interaction, member }: OpenInteraction,
): Promise<Facts> {
  const missing = member && (await missingStrength(context, member, interaction.params));
  return {
    missing,
    stronger: missing?.reachable,
    prompt: interaction.prompt,
    member,
    isFresh: member !== undefined && authenticationOf(context, member).authTime >= interaction.iat,
    isEarlierSession:
      member !== undefined && interaction.session?.uid === providerSessionId(member.session_id),
    expectedAccount: expectedAccount(interaction),
  };
}

function askedScopes({ interaction }: OpenInteraction): InteractionView["scopes"] {
  const asked = (textOf(interaction.params.scope) ?? "").split(" ");
  return consentScopes.filter((scope) => asked.includes(scope));
}

/** What is asked for in people's words: the claims parameter is shown by the scopes of its claims. */
function shownScopes(open: OpenInteraction): InteractionView["scopes"] {
  const asked = askedScopes(open);
  const { missingOIDCClaims } = open.interaction.prompt.details;
  const claims: readonly unknown[] = Array.isArray(missingOIDCClaims) ? missingOIDCClaims : [];
  const { scope: registered } = open.client;
  const possible = registered === undefined ? consentScopes : wordsOf(registered);
  const isNamed = (scope: string) =>
    possible.some((one) => one === scope) && claims.some((claim) => scopeOfClaim(claim) === scope);
  return consentScopes.filter((scope) => asked.includes(scope) || isNamed(scope));
}

/** A stronger sign-in as the pages ask for it. */
function shownStronger(facts: Facts): InteractionView["stronger"] {
  const { missing, stronger } = facts;
  if (stronger === undefined || interactionStep(facts) !== "reauthenticate") return null;
  const without = missing?.isEssential ? "refuse" : "continue";
  return {
    by: stronger === "phr" ? "passkey" : "second-factor",
    without: without === "continue" && isTooOld(facts) ? null : without,
  };
}

/** An interaction as the pages show it. @param locale of the application's name */
export async function showInteraction(
  context: Pick<PortalContext, "clock" | "db" | "sealer">,
  open: OpenInteraction,
  locale: Locale,
): Promise<InteractionView> {
  const { interaction, client, member } = open;
  const facts = await factsOf(context, open);
  const personal = member && personalDataOf(context.sealer, member);
  const redirect = textOf(interaction.params.redirect_uri);
  const hint = textOf(interaction.params.login_hint);
  return {
    step: interactionStep(facts),
    client: {
      id: client.clientId,
      name: readNames(client.metadata(), client.clientId)[locale],
      host: redirect === undefined ? "" : new URL(redirect).host,
      policyUrl: client.policyUri ?? null,
      termsUrl: client.tosUri ?? null,
      logo: client.logo ?? null,
    },
    scopes: shownScopes(open),
    account: personal
      ? {
          firstName: personal.information.firstName,
          lastName: personal.information.lastName,
          email: personal.email,
        }
      : null,
    managedExternally: member?.external_subject != null,
    otherAccount: isOtherAccount(facts),
    stronger: shownStronger(facts),
    loginHint: hint === undefined ? null : meantLoginHint(hint),
    language: askedLanguage(interaction.params.ui_locales) ?? null,
  };
}

/** Writes an interaction's answer. @returns where the browser takes it to the engine. */
async function answer(
  { interaction }: OpenInteraction,
  result: InteractionResults,
): Promise<string> {
  interaction.result = "error" in result ? result : { ...interaction.lastSubmission, ...result };
  // The session it began under may have been replaced by the very sign-in it asked for. Who may
  // go on is decided by the portal's session of the browser that takes the answer back.
  delete interaction.session;
  await interaction.persist();
  return interaction.returnTo;
}

/** Refuses an application's request, as the person wishes. */
export function denyInteraction(open: OpenInteraction): Promise<string> {
  return answer(open, {
    error: "access_denied",
    error_description: "The person did not allow the request.",
  });
}

/**
 * Goes on with a request whose sign-in is done. One that insists on more than the account has fails
 * (OpenID Connect Core Unmet Authentication Requirements).
 *
 * @param isWithout whether the person does not want to sign in more strongly.
 * @throws AppError RecentSignInRequired, StepOutOfOrder with the step that is really due.
 */
export async function continueInteraction(
  context: Pick<PortalContext, "clock" | "db">,
  open: OpenInteraction,
  { isWithout = false } = {},
): Promise<string> {
  const present = await factsOf(context, open);
  const { missing } = present;
  const facts = isWithout ? { ...present, stronger: undefined } : present;
  const { member, interaction } = open;
  const { name } = interaction.prompt;
  if (missing?.isEssential && facts.stronger === undefined && name === "login") {
    return answer(open, {
      error: "unmet_authentication_requirements",
      error_description: "The requested strength of sign-in could not be reached.",
    });
  }
  const step = interactionStep(facts);
  if (step === "reauthenticate") throw new AppError("RecentSignInRequired");
  if (step !== "continue" || member === undefined) {
    throw new AppError("StepOutOfOrder", { data: { step } });
  }
  const { accountId, authTime: ts, acr, amr } = authenticationOf(context, member);
  const login = { accountId, ts, acr, amr };
  if (!isAboutAccount(name)) return answer(open, { login });
  // A choice is no sign-in: what else the request wants of one is asked for next.
  const isDone = facts.isFresh && missing === undefined;
  return answer(open, { [name]: {}, ...(isDone ? { login } : {}) });
}

/**
 * Goes on as the account that is signed in, as the person chose.
 *
 * @throws AppError StepOutOfOrder.
 */
export async function keepAccount(
  context: Pick<PortalContext, "clock" | "db">,
  open: OpenInteraction,
): Promise<string> {
  const step = interactionStep(await factsOf(context, open));
  if (step !== "select-account") throw new AppError("StepOutOfOrder", { data: { step } });
  return answer(open, { [open.interaction.prompt.name]: {} });
}

/**
 * Grants what an application asked for, and remembers it.
 *
 * @throws AppError StepOutOfOrder.
 */
export async function allowInteraction(
  context: PortalContext,
  open: OpenInteraction,
  browser: ClientInfo,
): Promise<string> {
  const { provider, interaction, client, member } = open;
  const step = interactionStep(await factsOf(context, open));
  if (step !== "consent" || member === undefined) {
    throw new AppError("StepOutOfOrder", { data: { step } });
  }
  const { account_id: accountId } = member;
  const { clientId } = client;
  const scope = askedScopes(open).join(" ");
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope);
  // With what it had: the request is looked at again as a whole.
  const earlier = interaction.grantId && (await provider.Grant.find(interaction.grantId));
  if (earlier && earlier.accountId === accountId && earlier.clientId === clientId) {
    addAllOf(grant, earlier);
  }
  const { missingOIDCClaims } = interaction.prompt.details;
  const claims: readonly string[] = Array.isArray(missingOIDCClaims) ? missingOIDCClaims : [];
  grant.addOIDCClaims([...claims]);
  const grantId = await grant.save();
  if (!scope.split(" ").includes("offline_access")) {
    await endWithSession(context.db, grantId, member.session_id);
  }
  await rememberConsent(context, accountId, clientId, { scope, claims: claims.join(" ") });
  const at = context.clock.now();
  await transaction(context.db, (tx) =>
    appendAudit(tx, {
      accountId,
      action: "consent.granted",
      at,
      client: browser,
      detail: { client: clientId, scope },
    }),
  );
  return answer(open, { consent: { grantId } });
}
