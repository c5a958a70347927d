import { type Html, html } from "@sekimori/kit-server/html";
import {
  type OpenidEndpoint,
  openidEndpoints,
  openidErrors,
} from "@sekimori/portal-contract/openid-endpoints";

// The provider's endpoints, in the form of the other calls; the library behind them declares none.

/** What stands between backticks is code. */
const prose = (text: string): readonly (Html | string)[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));

function table(label: string, heads: readonly [string, string], rows: readonly Html[]): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>
    <thead><tr><th scope="col">${heads[0]}</th><th scope="col">${heads[1]}</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
}

const example = (label: string, value: object | string): Html =>
  html`<pre class="copied" tabindex="0" role="region" aria-label="${label}">${typeof value === "string" ? value : JSON.stringify(value, undefined, 2)}</pre>`;

function endpointBlock(endpoint: OpenidEndpoint): Html {
  const { name, methods, path, about, parameters, errors, request, answer } = endpoint;
  const id = `openid-${name}`;
  const [first = "GET"] = methods;
  return html`<details class="call" id="${id}">
    <summary><span class="method ${first.toLowerCase()}">${methods.join(", ")}</span>
      <code>${path}</code> <span class="summary">${prose(about)}</span></summary>
    <div class="inside">
      ${
        parameters.length > 0 &&
        html`<h3>Parameters</h3>
      ${table(
        `Parameters of ${id}`,
        ["Name", "Value"],
        parameters.map(
          (one) =>
            html`<tr><th scope="row"><code>${one.name}</code> <small>${one.isRequired ? "required" : "optional"}</small></th><td>${prose(one.about)}</td></tr>`,
        ),
      )}`
      }
      <h3>Request</h3>
      ${example(`Request of ${id}: an example`, request)}
      <h3>Answer</h3>
      ${example(`Answer of ${id}: an example`, answer)}
      ${
        errors.length > 0 &&
        html`<h3>Errors</h3>
      ${table(
        `Errors of ${id}`,
        ["Error", "What it is about"],
        errors.map(
          (error) =>
            html`<tr><th scope="row"><a href="#openid-error-${error}"><code>${error}</code></a></th><td>${prose(openidErrors[error])}</td></tr>`,
        ),
      )}`
      }
    </div>
  </details>`;
}

/** The provider's endpoints and their errors, which the answers' `error_uri` leads to. */
export const openidSection = (portalOrigin: string): Html =>
  html`<section aria-labelledby="openid-endpoints"><h2 id="openid-endpoints">OpenID endpoints</h2>
  <p>Below <code>${portalOrigin}/v1/idp/oidc</code>, the issuer (<code>$ISSUER</code> in the examples). Forms are sent as <code>application/x-www-form-urlencoded</code>. Errors are <code>{"error", "error_description", "error_uri", "reference"}</code>: the description names what was received and what is expected, <code>error_uri</code> leads here, and the reference stands in the operator's log.</p>
  ${openidEndpoints.map(endpointBlock)}
  <h3 id="openid-errors">Errors of the OpenID endpoints</h3>
  ${table(
    "Errors of the OpenID endpoints",
    ["Error", "What it is about, and how it is put right"],
    Object.entries(openidErrors).map(
      ([error, about]) =>
        html`<tr id="openid-error-${error}"><th scope="row"><code>${error}</code></th><td>${prose(about)}</td></tr>`,
    ),
  )}</section>`;
