import { apiBase } from "@sekimori/kit-contract/api-base";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import { html } from "@sekimori/kit-server/html";
import { type OpenApi, registerReference } from "@sekimori/kit-server/reference";
import { applicationEndpoints } from "@sekimori/portal-contract/applications/endpoints";
import { recentSignInMs } from "@sekimori/portal-contract/constants";
import { fieldDescriptions } from "@sekimori/portal-contract/field-descriptions";
import { openidEndpoints } from "@sekimori/portal-contract/openid-endpoints";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";
import { fieldTexts } from "./field-texts.ts";
import { recordedExamples } from "./generated/recorded-examples.ts";
import { openidSection } from "./openid-section.ts";

/** Who may make a call, by the word of its declaration. */
const access: Readonly<Record<string, string>> = {
  public: "Anybody may call.",
  flow: "Called by the browser that holds an unfinished sign-up.",
  pending: "Called by the browser whose sign-in waits for its next step.",
  account: "Called with a member's session.",
  recent: `Called with a member's session whose sign-in is at most ${recentSignInMs / 60_000} minutes old.`,
  server: "Called by another company's server or its redirect.",
  application: "Called by an application with its access token, or a member's.",
};

const scopes = new Map(applicationEndpoints.map(({ name, scope }) => [name, scope]));

/** With what opens the calls of applications: a token with this scope. */
function withTokens(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const scope = scopes.get(operation.operationId as never);
        if (scope === undefined) return [method, operation];
        const description = `Token scope: \`${scope}\`.`;
        return [method, { ...operation, description, security: [{ accessToken: [scope] }] }];
      }),
    ),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: {
      ...(document as { components?: object }).components,
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  } as OpenApi;
}

/**
 * The reference of the API at /v1/docs; its OpenAPI 3.1 document is /v1/docs/json. Calls can be
 * tried where the sandbox runs beside: nothing there is anybody's.
 */
export function registerPortalReference(app: FastifyInstance, { settings }: PortalContext): void {
  const { portalOrigin } = settings;
  const canTry = settings.sandboxUrl !== undefined;
  registerReference(app, {
    at: `${apiBase}/docs`,
    canTry,
    examples: recordedExamples,
    descriptions: fieldDescriptions,
    fields: fieldTexts,
    choose: withTokens,
    words: {
      // A browser's session; a call that changes something sends the token of the answer before.
      curl: (method, word) =>
        word === "application"
          ? [`--header "Authorization: Bearer $ACCESS_TOKEN"`]
          : [
              "--cookie session.txt --cookie-jar session.txt",
              ...(method === "get" ? [] : [`--header "${csrfHeader}: $CSRF"`]),
            ],
      access: (word) => access[word] ?? "",
      title: "API reference",
      summary:
        "Every call of the Sekimori portal's API, with its request, its answer and its errors.",
      sections: [
        { id: "openid-endpoints", title: "OpenID endpoints", count: openidEndpoints.length },
      ],
      introduction: html`<p>Every call the portal answers. Errors are <code>{"error": {"type", "message", "requestId"}}</code>, with <code>fields</code> and <code>data</code> where there is more to say; the type is what a program reads. An application sends its access token as <code>Authorization: Bearer</code>. For browsers a session is a cookie, and a call that changes something sends back the header <code>${csrfHeader}</code> of the last answer.</p>
  ${!canTry && html`<p>Calls can be tried here only where the sandbox runs beside the portal.</p>`}
  ${openidSection(portalOrigin)}`,
    },
  });
}
