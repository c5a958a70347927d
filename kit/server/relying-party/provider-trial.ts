import type { ProviderClient } from "./provider-client.ts";
import { SignInFailed } from "./provider-client.ts";

/** One part of a sign-in that was tried. */
export interface Trial {
  readonly part: "provider" | "client" | "return address";
  readonly problem: string | null;
  /** The provider does not answer: nothing is known of what it would say. */
  readonly isOutage: boolean;
}

export interface TrialOptions {
  readonly client: Pick<ProviderClient, "metadata" | "ownToken" | "begin">;
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** What a token of the application's own is asked for. */
  readonly ownScope: string;
  readonly fetch?: typeof fetch | undefined;
}

/** The provider's own word for it (`invalid_client`), where there is one. */
function wordOf(error: unknown): string {
  const cause = error instanceof SignInFailed ? error.cause : error;
  if (cause instanceof Error && "error" in cause) return String(cause.error);
  // A client that is refused hears so in a header (RFC 6749, section 5.2).
  const challenges = cause instanceof Error && Array.isArray(cause.cause) ? cause.cause : [];
  for (const { parameters } of challenges as { parameters?: { error?: string } }[]) {
    if (parameters?.error !== undefined) return parameters.error;
  }
  return cause instanceof Error ? cause.message : String(cause);
}

const isOutage = (error: unknown) =>
  error instanceof SignInFailed && error.reason === "unavailable";

/**
 * Tries the parts of a sign-in that need nobody: whether the provider is found, whether it takes the
 * application's id, secret, scope and API, and whether it would send a browser back. The last asks for
 * a sign-in that may show nothing (`prompt=none`): the provider answers it at the return address,
 * and only at one that is registered. Stops at the first part that fails.
 */
export async function trySignIn(options: TrialOptions): Promise<Trial[]> {
  const { client, issuer, clientId, redirectUri, ownScope } = options;
  const trials: Trial[] = [];
  const attempt = async (
    part: Trial["part"],
    work: () => Promise<string | null>,
    failed: (word: string) => string,
  ): Promise<boolean> => {
    try {
      const problem = await work();
      trials.push({ part, problem, isOutage: false });
      return problem === null;
    } catch (error) {
      trials.push({ part, problem: failed(wordOf(error)), isOutage: isOutage(error) });
      return false;
    }
  };
  const found = await attempt(
    "provider",
    async () => (await client.metadata()) && null,
    (word) => `${issuer} does not answer as an OpenID provider: ${word}`,
  );
  const isKnown =
    found &&
    (await attempt(
      "client",
      async () => (await client.ownToken(ownScope)) && null,
      (word) => `the provider refuses “${clientId}” with this secret, scope or API: ${word}`,
    ));
  if (!isKnown) return trials;
  await attempt(
    "return address",
    async () => {
      const { url } = await client.begin("trial", { prompt: "none" });
      const answer = await (options.fetch ?? fetch)(url, { redirect: "manual" });
      const place = answer.headers.get("location") ?? "";
      const word = URL.canParse(place) ? new URL(place).searchParams.get("error") : null;
      if (place.startsWith(`${redirectUri}?`) && word === "login_required") return null;
      return place.startsWith(`${redirectUri}?`)
        ? `the provider refuses what a sign-in asks for: ${word}`
        : `${redirectUri} is not registered as a return address of “${clientId}”`;
    },
    (word) => `the provider does not answer a sign-in: ${word}`,
  );
  return trials;
}
