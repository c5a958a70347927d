import {
  idempotencyHours,
  streamDays,
  tokenCallsPerMinute,
  workspaceCallsPerMinute,
} from "@sekimori/karte-contract/constants";
import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { tokenScopeOf } from "@sekimori/karte-contract/endpoints/declare";
import { fieldDescriptions } from "@sekimori/karte-contract/field-descriptions";
import { type Act, rights, roles } from "@sekimori/karte-contract/rights";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { html } from "@sekimori/kit-server/html";
import { type OpenApi, type Operation, registerReference } from "@sekimori/kit-server/reference";
import type { FastifyInstance } from "fastify";
import { fieldTexts } from "./field-texts.ts";
import { recordedExamples } from "./generated/recorded-examples.ts";

/** Errors of browsers' sessions, which no call with a token is answered. */
const ofSessions = ["SessionExpired", "WorkspaceSwitched"];

/** Which roles may do an act: "admin, owner". */
const rolesFor = (act: string): string =>
  act in rights
    ? roles.slice(roles.indexOf(rights[act as Act].least)).join(", ")
    : roles.join(", ");

/** The same answers without what only sessions hear. */
function withoutSessions(responses: Operation["responses"] = {}): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, answer]) => {
      const kept = (answer.description ?? "")
        .split(/(?<=\.) (?=[A-Z][A-Za-z]+: )/)
        .filter((sentence) => !ofSessions.some((type) => sentence.startsWith(`${type}: `)));
      if (kept.length === 0) return [];
      const content = JSON.stringify(answer.content, (_key, value: unknown) =>
        Array.isArray(value) ? value.filter((one) => !ofSessions.includes(one)) : value,
      );
      return [
        [
          status,
          {
            ...answer,
            description: kept.join(" "),
            ...(content && { content: JSON.parse(content) }),
          },
        ],
      ];
    }),
  );
}

const scopes = new Map(allEndpoints.map((endpoint) => [endpoint.name, tokenScopeOf(endpoint)]));

const accesses = new Map(allEndpoints.map(({ name, access }) => [name, access]));

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: `Under one key a call is made at most once; its answer is given again for ${idempotencyHours} hours.`,
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const;

/** Of the whole document the calls that tokens may make, with the scope that opens each. */
function customersPart(document: OpenApi): OpenApi {
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const scope = scopes.get(operation.operationId ?? "");
      if (scope === undefined) continue;
      const parameters = operation.parameters ?? [];
      paths[path] ??= {};
      paths[path][method] = {
        ...operation,
        description: `Token scope: \`${scope}\`. Role of who made the token: ${rolesFor(accesses.get(operation.operationId ?? "") ?? "")}.`,
        responses: withoutSessions(operation.responses),
        security: [{ token: [scope] }],
        ...(method === "get" ? {} : { parameters: [...parameters, idempotencyKey] }),
      };
    }
  }
  return {
    ...document,
    info: { ...document.info, title: "Sekimori customer API" },
    paths,
    components: {
      ...(document as { components?: object }).components,
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  } as OpenApi;
}

/** The customer API's reference at /v1/docs, its OpenAPI 3.1 document at /v1/docs/json. */
export function registerCustomerReference(app: FastifyInstance): void {
  registerReference(app, {
    at: `${apiBase}/docs`,
    canTry: false,
    examples: recordedExamples,
    descriptions: fieldDescriptions,
    fields: fieldTexts,
    choose: customersPart,
    words: {
      curl: () => [`--header "Authorization: Bearer $SEKIMORI_TOKEN"`],
      // The description says it.
      access: () => "",
      title: "Customer API",
      summary:
        "Every call that a program makes with an API token: domains, scans, findings, assets, reports.",
      introduction: html`<p>A program sends a token of the workspace's settings with each call: <code>Authorization: Bearer skt_…</code>. Each call names the scope that opens it. Errors are <code>{"error": {"type", "message", "requestId"}}</code>, with <code>fields</code> and <code>data</code> where there is more to say; the type is what a program reads.</p>
  <p>Lists go by pages: send <code>next</code> of an answer as <code>cursor</code> until it is <code>null</code>. A token may call ${tokenCallsPerMinute} times a minute, all tokens of a workspace ${workspaceCallsPerMinute} times; <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> say what is left, and a refusal (429) carries <code>Retry-After</code>.</p>
  <p>The event stream, <code>${apiBase}/events/ndjson</code> and <code>${apiBase}/events/cef</code>, is text: one event a line. It goes on with the header <code>Next-Cursor</code> of the answer, has the events of ${streamDays} days, and answers an older cursor with 410.</p>
  <p>A call that changes something can bring an <code>Idempotency-Key</code>: sent again under the same key, it isn't done a second time.</p>`,
    },
  });
}
