import { type Html, html } from "../html/html.ts";
import { exampleOf, type OpenApi, type Operation, type Schema, schemaOf } from "./open-api.ts";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Calls under their tags, both in the order of the document. */
function byTag(document: OpenApi): ReadonlyMap<string, readonly Call[]> {
  const groups = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "Other";
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return groups;
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
const idOf = ({ method, path, operation }: Call) =>
  operation.operationId ?? slug(`${method} ${path}`);
const written = (value: unknown) => JSON.stringify(value, undefined, 2);

function schemaBlock(title: string, schema: Schema | undefined): Html | false {
  if (schema === undefined) return false;
  return html`<h3>${title}</h3>
    <pre tabindex="0" role="region" aria-label="${title}: an example">${written(exampleOf(schema))}</pre>
    <details class="schema"><summary>JSON schema</summary>
      <pre tabindex="0" role="region" aria-label="${title}: JSON schema">${written(schema)}</pre>
    </details>`;
}

function tryIt(call: Call): Html {
  const id = idOf(call);
  const body = call.operation.requestBody && schemaOf(call.operation.requestBody);
  const fields = (call.operation.parameters ?? []).filter(({ in: place }) =>
    ["path", "query"].includes(place),
  );
  return html`<form class="try" data-method="${call.method.toUpperCase()}" data-path="${call.path}">
      <h3>Try it against this sandbox</h3>
      ${fields.map(
        ({
          name,
          in: place,
          required,
        }) => html`<label>${name} <small>${place}${required === true && ", required"}</small>
          <input name="${name}" data-in="${place}" autocomplete="off"></label>`,
      )}
      ${
        body !== undefined &&
        html`<label for="${id}-body">Body</label>
          <textarea id="${id}-body" name="body" rows="6" spellcheck="false">${written(exampleOf(body))}</textarea>`
      }
      <button type="submit">Send<span class="unseen"> ${id}</span></button>
      <output role="status" aria-label="Answer of ${id}"></output>
    </form>`;
}

function callBlock(call: Call, canTry: boolean): Html {
  const { method, path, operation } = call;
  const body = operation.requestBody && schemaOf(operation.requestBody);
  const answers = Object.entries(operation.responses ?? {});
  return html`<details class="call" id="${idOf(call)}">
    <summary><span class="method ${method}">${method.toUpperCase()}</span>
      <code>${path}</code> <span class="summary">${operation.summary}</span></summary>
    <div class="inside">
      ${operation.description !== undefined && html`<p>${operation.description}</p>`}
      ${schemaBlock("Request", body)}
      ${answers.map(([status, answer]) =>
        schemaOf(answer) && status.startsWith("2")
          ? schemaBlock(`Answer ${status}`, schemaOf(answer))
          : html`<p class="answer"><strong>${status}</strong> ${answer.description}</p>`,
      )}
      ${canTry && tryIt(call)}
    </div>
  </details>`;
}

export interface ReferenceWords {
  readonly title: string;
  /** For search engines and previews. */
  readonly summary: string;
  /** Below the heading: how one calls. */
  readonly introduction: Html;
}

/** The API's reference as one page, from its OpenAPI document. */
export function referencePage(
  document: OpenApi,
  {
    at,
    words,
    canTry,
  }: { readonly at: string; readonly words: ReferenceWords; readonly canTry: boolean },
): Html {
  const groups = [...byTag(document)];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${words.summary}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${words.title} | Sekimori</title>
<link rel="stylesheet" href="${at}/reference.css">
<script type="module" src="${at}/reference.js"></script>
</head>
<body>
<header><a href="/" class="brand">SEKIMORI</a> <a href="${at}/json">OpenAPI 3.1 document</a></header>
<div class="columns">
<nav aria-label="Calls by subject">
  <ul>${groups.map(
    ([tag, calls]) =>
      html`<li><a href="#${slug(tag)}">${tag}</a> <small>${calls.length}</small></li>`,
  )}</ul>
</nav>
<main>
  <h1>${words.title}</h1>
  ${words.introduction}
  ${groups.map(
    ([tag, calls]) => html`<section aria-labelledby="${slug(tag)}">
      <h2 id="${slug(tag)}">${tag}</h2>
      ${calls.map((call) => callBlock(call, canTry))}
    </section>`,
  )}
</main>
</div>
</body>
</html>`;
}
