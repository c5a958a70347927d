import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import { type Html, html } from "../html/html.ts";
import { curlOf } from "./curl.ts";
import { exampleOf } from "./example.ts";
import { limitInWords } from "./limits-in-words.ts";
import { type OpenApi, type Operation, type Schema, schemaOf } from "./open-api.ts";
import type { RecordedExamples } from "./recorded-example.ts";
import { fieldsOf, typeInWords } from "./schema-fields.ts";

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
/** A sentence of the declarations: what stands between backticks is code. */
const prose = (text: string): readonly (Html | string)[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
const written = (value: unknown) => JSON.stringify(value, undefined, 2);

interface Row {
  readonly name: string;
  readonly where?: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
}

/** Parameters or fields, one in each row. */
function fieldTable(label: string, rows: readonly Row[]): Html | false {
  if (rows.length === 0) return false;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>
    <thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
    <tbody>${rows.map(
      ({ name, where, type, isRequired, about }) => html`<tr>
        <th scope="row"><code>${name}</code> <small>${where !== undefined && html`${where}, `}${isRequired ? "required" : "optional"}</small></th>
        <td>${type}${about !== "" && html`<br><small>${prose(about)}</small>`}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}

function parameterBlock({ operation, ...call }: Call): Html | false {
  const parameters = operation.parameters ?? [];
  if (parameters.length === 0) return false;
  const rows = parameters.map(({ name, in: where, required, description = "", schema }) => ({
    name,
    where,
    type: schema === undefined ? "string" : typeInWords(schema),
    isRequired: required === true,
    about: description,
  }));
  return html`<h3>Parameters</h3>
    ${fieldTable(`Parameters of ${idOf({ operation, ...call })}`, rows)}`;
}

interface Part {
  /** The call that it is part of: several are open at once, and each is named. */
  readonly id: string;
  readonly title: string;
  readonly schema: Schema | undefined;
  readonly example: Html;
}

function schemaBlock({ id, title, schema, example }: Part): Html | false {
  if (schema === undefined) return false;
  const label = `${title} of ${id}`;
  return html`<h3>${title}</h3>
    ${fieldTable(`${label}: its fields`, fieldsOf(schema))}
    ${example}
    <details class="schema"><summary>JSON schema</summary>
      <pre tabindex="0" role="region" aria-label="${label}: JSON schema">${written(schema)}</pre>
    </details>`;
}

const exampleBlock = (label: string, value: unknown) =>
  html`<pre class="copied" tabindex="0" role="region" aria-label="${label}">${written(value)}</pre>`;

/** Where the answer that a test got is put once it has been fetched; without scripts, a way to it. */
const recordedAnswer = (id: string, at: string) =>
  html`<p class="answer recorded" data-call="${id}"><a href="${at}/examples">Examples of answers, as the tests got them</a></p>`;

function tryIt(call: Call, sent: unknown): Html {
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
          <textarea id="${id}-body" name="body" rows="6" spellcheck="false">${written(sent ?? exampleOf(body))}</textarea>`
      }
      <button type="submit">Send<span class="unseen"> ${id}</span></button>
      <output role="status" aria-label="Answer of ${id}"></output>
    </form>`;
}

interface Shown {
  readonly at: string;
  readonly canTry: boolean;
  readonly examples: RecordedExamples;
  readonly origin: string;
  readonly words: ReferenceWords;
  /** What the document leaves unsaid of a call: who may make it, and how often. */
  readonly declared: ReadonlyMap<string, Pick<AnyEndpoint, "access" | "limits">>;
}

function callBlock(call: Call, shown: Shown): Html {
  const { at, canTry, examples, origin, words, declared } = shown;
  const { method, path, operation } = call;
  const id = idOf(call);
  const rules = declared.get(id);
  const options = words.curl(method, rules?.access);
  const body = operation.requestBody && schemaOf(operation.requestBody);
  const answers = Object.entries(operation.responses ?? {});
  const example = examples[id];
  const sent = example?.request;
  return html`<details class="call" id="${id}">
    <summary><span class="method ${method}">${method.toUpperCase()}</span>
      <code>${path}</code> <span class="summary">${prose(operation.summary ?? "")}</span></summary>
    <div class="inside">
      ${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
      ${
        rules !== undefined &&
        html`<p class="answer">${prose(words.access(rules.access))}${rules.limits.map((limit) => html` At most ${limitInWords(limit)}.`)}</p>`
      }
      ${parameterBlock(call)}
      <h3>With curl</h3>
      <pre class="copied" tabindex="0" role="region" aria-label="${id} with curl">${curlOf({ origin, method, path, operation, sent, options })}</pre>
      ${schemaBlock({
        id,
        title: "Request",
        schema: body,
        example: exampleBlock(`Request of ${id}: an example`, sent ?? exampleOf(body)),
      })}
      ${answers.map(([status, answer]) =>
        schemaOf(answer) && status.startsWith("2")
          ? schemaBlock({
              id,
              title: `Answer ${status}`,
              schema: schemaOf(answer),
              example:
                example === undefined
                  ? exampleBlock(`Answer of ${id}: an example`, exampleOf(schemaOf(answer)))
                  : recordedAnswer(id, at),
            })
          : html`<p class="answer"><strong>${status}</strong> ${prose(answer.description ?? "")}</p>`,
      )}
      ${canTry && tryIt(call, sent)}
    </div>
  </details>`;
}

export interface ReferenceWords {
  readonly title: string;
  /** For search engines and previews. */
  readonly summary: string;
  /** Below the heading: how one calls. */
  readonly introduction: Html;
  /** What of the introduction the list of subjects leads to. */
  readonly sections?: readonly {
    readonly id: string;
    readonly title: string;
    readonly count: number;
  }[];
  /** By which options of curl a call says who makes it. */
  readonly curl: (method: string, access: string | undefined) => readonly string[];
  /** Who may make a call, from the word of its declaration. */
  readonly access: (word: string) => string;
}

/** The API's reference as one page, from its OpenAPI document. */
export function referencePage(document: OpenApi, shown: Shown): Html {
  const { at, words } = shown;
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
  <label class="find" hidden>Search <small>(key /)</small>
    <input type="search" autocomplete="off" spellcheck="false">
    <small role="status"></small></label>
  <ul>${(words.sections ?? []).map(
    ({ id, title, count }) => html`<li><a href="#${id}">${title}</a> <small>${count}</small></li>`,
  )}${groups.map(
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
      ${calls.map((call) => callBlock(call, shown))}
    </section>`,
  )}
</main>
</div>
</body>
</html>`;
}
