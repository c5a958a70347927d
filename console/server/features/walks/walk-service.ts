import type { finishWalk } from "@sekimori/console-contract/endpoints/integration/walks";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Clock } from "@sekimori/kit-server/clock";
import { AppError } from "@sekimori/kit-server/errors";
import type { Integrator } from "../../ports/integrators.ts";
import type { Walk, Walker } from "../../ports/walker.ts";
import type { WalkedApplication, Walks } from "../../ports/walks.ts";
import { type Answered, askPortal } from "./ask-portal.ts";
import { dpopKey } from "./dpop.ts";
import { readIdToken } from "./id-token.ts";
import { shownClaims, shownValues } from "./masked.ts";
import { newWalk, secretsOf, type WalkSecrets } from "./proofs.ts";

export interface WalkerOptions {
  readonly walks: Walks;
  /** From which a walk's secrets are derived. */
  readonly key: string;
  readonly origin: string;
  readonly issuer: string;
  readonly clock: Clock;
  readonly fetch?: typeof fetch | undefined;
}

type Finished = EndpointResult<typeof finishWalk>;

/** So long a process of the portal may know an application as it was before. */
const readyAfterMs = 6_000;

/** Walks through a login as the application itself would, by what it has for this alone. */
export function createWalker({
  walks,
  key,
  origin,
  issuer,
  clock,
  ...more
}: WalkerOptions): Walker {
  const ask: typeof fetch = more.fetch ?? fetch;
  const secretsFor = (walk: Walk) => secretsOf(key, origin, walk);

  async function found(walk: Walk, who: Integrator, how: "find" | "claim") {
    const secrets = secretsFor(walk);
    const application = await walks[how](walk.id, secrets, who);
    if (application === undefined) throw new AppError("WalkOver");
    return { application, secrets };
  }

  /** Where the portal answers what, as every application reads it. */
  async function addresses(): Promise<(name: string) => string> {
    const url = `${issuer}/.well-known/openid-configuration`;
    const { values } = await askPortal(ask, { step: "authorization", method: "GET", url });
    return (name) => {
      const address = values[name];
      if (typeof address === "string") return address;
      throw new AppError("Unavailable", { detail: `the provider names no ${name}` });
    };
  }

  /** How the application proves itself, by the secret of this walk. */
  function proofOf(id: string, application: WalkedApplication, secret: string) {
    if (application.isPublic) return { headers: {}, form: { client_id: id } };
    if (application.secretIn === "client_secret_post") {
      return { headers: {}, form: { client_id: id, client_secret: secret } };
    }
    const encoded = [id, secret].map((text) => encodeURIComponent(text)).join(":");
    return { headers: { authorization: `Basic ${btoa(encoded)}` }, form: {} };
  }

  /** What is asked for: as much as the application may have, but nothing that outlasts the walk. */
  const scopeOf = ({ scopes }: WalkedApplication): string => {
    const wanted = scopes.length === 0 ? ["profile", "email"] : scopes;
    const kept = wanted.filter((scope) => scope !== "openid" && scope !== "offline_access");
    return ["openid", ...kept].join(" ");
  };

  const parametersOf = (id: string, application: WalkedApplication, secrets: WalkSecrets) => ({
    client_id: id,
    response_type: "code",
    redirect_uri: secrets.redirectUri,
    scope: scopeOf(application),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: secrets.challenge,
    code_challenge_method: "S256",
  });

  return {
    async begin(id, session, who) {
      const walk = newWalk();
      await walks.begin(id, secretsFor({ session, id, walk }), who);
      return { walk, readyAfterMs };
    },

    async open(walk, who) {
      const { application, secrets } = await found(walk, who, "find");
      const at = await addresses();
      const endpoint = at("authorization_endpoint");
      const wanted = parametersOf(walk.id, application, secrets);
      const shown = (parameters: Readonly<Record<string, string>>) => ({
        url: `${endpoint}?${new URLSearchParams(parameters)}`,
        step: {
          ...({ step: "authorization", method: "GET", url: endpoint } as const),
          ...{ headers: [], parameters: shownValues(parameters), answer: null },
        },
      });
      if (!application.requirePushedRequests) {
        const { url, step } = shown(wanted);
        return { url, steps: [step] };
      }
      const { headers, form } = proofOf(walk.id, application, secrets.secret);
      const pushed = await askPortal(ask, {
        ...({ step: "pushed", method: "POST" } as const),
        url: at("pushed_authorization_request_endpoint"),
        headers,
        form: { ...wanted, ...form },
      });
      const { request_uri: reference } = pushed.values;
      if (!pushed.isGood || typeof reference !== "string")
        return { url: null, steps: [pushed.step] };
      const { url, step } = shown({ client_id: walk.id, request_uri: reference });
      return { url, steps: [pushed.step, step] };
    },

    async finish(walk, answer, who) {
      const { application, secrets } = await found(walk, who, "claim");
      try {
        return await redeem(walk.id, application, secrets, new URLSearchParams(answer));
      } finally {
        await walks.end(walk.id, secrets);
      }
    },
  };

  async function redeem(
    id: string,
    application: WalkedApplication,
    secrets: WalkSecrets,
    query: URLSearchParams,
  ): Promise<Finished> {
    const at = await addresses();
    const came = Object.fromEntries(
      ["code", "state", "iss", "error", "error_description"].flatMap((name) => {
        const value = query.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    const checks: Finished["checks"] = [
      { check: "state", isGood: came.state === secrets.state },
      { check: "answer-issuer", isGood: came.iss === issuer },
    ];
    const mayGoOn = checks.every(({ isGood }) => isGood) && came.code !== undefined;
    const parameters = shownValues(parametersOf(id, application, secrets));
    const returned = {
      ...({ step: "authorization", method: "GET", url: at("authorization_endpoint") } as const),
      ...{ headers: [], parameters },
      answer: { status: null, isGood: mayGoOn, values: shownValues(came) },
    };
    const steps: Finished["steps"] = [returned];
    // An answer that isn't this walk's is not redeemed.
    if (!mayGoOn) return { steps, idToken: null, checks };

    const proof = proofOf(id, application, secrets.secret);
    const prove = application.requireDpop ? await dpopKey(() => clock.now()) : undefined;
    const tokenUrl = at("token_endpoint");
    const told = await askPortal(ask, {
      ...({ step: "token", method: "POST", url: tokenUrl } as const),
      headers: {
        ...proof.headers,
        ...(prove && { dpop: await prove({ method: "POST", url: tokenUrl }) }),
      },
      form: {
        grant_type: "authorization_code",
        code: came.code ?? "",
        redirect_uri: secrets.redirectUri,
        code_verifier: secrets.verifier,
        ...proof.form,
      },
    });
    steps.push(told.step);
    const { access_token: accessToken, id_token: token } = told.values;
    if (!told.isGood || typeof accessToken !== "string" || typeof token !== "string") {
      return { steps, idToken: null, checks };
    }

    const keys = await askPortal(ask, { step: "token", method: "GET", url: at("jwks_uri") });
    const read = await readIdToken(token, keys.values, {
      ...{ issuer, clientId: id, algorithm: application.idTokenAlgorithm },
      ...{ nonce: secrets.nonce, accessToken, now: clock.now() },
    });
    checks.push(...(read?.checks ?? [{ check: "signature", isGood: false } as const]));

    const person = await userinfo(at("userinfo_endpoint"), accessToken, prove);
    steps.push(person.step);
    checks.push({
      check: "subject",
      isGood: read !== undefined && person.values.sub === read.claims.sub,
    });
    // Nobody needs the token any more. What the person has at the application itself stays.
    const ended = await askPortal(ask, {
      ...({ step: "revocation", method: "POST", url: at("revocation_endpoint") } as const),
      headers: proof.headers,
      form: { token: accessToken, token_type_hint: "access_token", ...proof.form },
    });
    steps.push(ended.step);
    const idToken = read
      ? { header: shownClaims(read.header), claims: shownClaims(read.claims) }
      : null;
    return { steps, idToken, checks };
  }

  async function userinfo(
    url: string,
    accessToken: string,
    prove: Awaited<ReturnType<typeof dpopKey>> | undefined,
  ): Promise<Answered> {
    const headers: Record<string, string> =
      prove === undefined
        ? { authorization: `Bearer ${accessToken}` }
        : {
            authorization: `DPoP ${accessToken}`,
            dpop: await prove({ method: "GET", url, accessToken }),
          };
    return askPortal(ask, { step: "userinfo", method: "GET", url, headers });
  }
}
