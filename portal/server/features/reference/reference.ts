import { apiBase } from "@sekimori/kit-contract/api-base";
import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import { html } from "@sekimori/kit-server/html";
import { registerReference } from "@sekimori/kit-server/reference";
import type { FastifyInstance } from "fastify";
import type { PortalContext } from "../../context.ts";
import { recordedExamples } from "./generated/recorded-examples.ts";

/**
 * The reference of the API at /v1/docs; its OpenAPI 3.1 document is /v1/docs/json. Calls can be
 * tried where the sandbox runs beside: nothing there is anybody's.
 */
export function registerPortalReference(app: FastifyInstance, { settings }: PortalContext): void {
  const canTry = settings.sandboxUrl !== undefined;
  registerReference(app, {
    at: `${apiBase}/docs`,
    canTry,
    examples: recordedExamples,
    words: {
      // A browser's session; a call that changes something sends the token of the answer before.
      curl: (method) => [
        "--cookie session.txt --cookie-jar session.txt",
        ...(method === "get" ? [] : [`--header "${csrfHeader}: $CSRF"`]),
      ],
      title: "API reference",
      summary:
        "Every call of the Sekimori portal's API, with its request, its answer and its errors.",
      introduction: html`<p>Every call the portal answers. Errors are <code>{"error": {"type", "message"}}</code>; the type is what a program reads. A session is a cookie, and a call that changes something sends back the header <code>${csrfHeader}</code> of the last answer.</p>
  ${!canTry && html`<p>Calls can be tried here only where the sandbox runs beside the portal.</p>`}`,
    },
  });
}
