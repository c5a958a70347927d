import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
import type { AnyEndpoint, EndpointInput, EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { requestFor } from "@sekimori/kit-development/testing";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";

/**
 * Calls the portal as a page's browser does, without its pages: with its cookies, its network, its
 * name and its language.
 */
export class BrowserCaller {
  readonly #page: Page;
  readonly #locale: "ja" | "en";
  readonly #origin: string;
  #csrf: string | undefined;

  /** @param origin the portal's, or nothing where the browser's own base address is. */
  constructor(page: Page, locale: "ja" | "en", origin = "") {
    this.#page = page;
    this.#locale = locale;
    this.#origin = origin;
  }

  /** Calls a declared endpoint. @throws Error with the answer unless it is 200. */
  async call<E extends AnyEndpoint>(
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<EndpointResponse<E>> {
    const { method = "GET", url, body } = requestFor(endpoint, input);
    const response = await this.#page.request.fetch(`${this.#origin}${url}`, {
      method,
      headers: {
        "accept-language": this.#locale,
        ...(this.#csrf === undefined ? {} : { [csrfHeader]: this.#csrf }),
      },
      ...(body === undefined ? {} : { data: body }),
    });
    this.#csrf = response.headers()[csrfHeader] ?? this.#csrf;
    if (response.status() !== 200) {
      throw new Error(`${endpoint.name} answered ${response.status()}: ${await response.text()}`);
    }
    return endpoint.response.parse(await response.json()) as EndpointResponse<E>;
  }

  /** Opens a page of the portal as a member's browser that has just signed in. */
  async openAsMember(path: string = pagePaths.security): Promise<void> {
    const kept = {
      authorizedExpiry: Date.now() + sessionLifetimeMs,
      accountInfo: { is_agree_service: true },
      csrf: this.#csrf,
    };
    await this.#keep(kept);
    await this.#page.goto(`${this.#origin}${path}`);
    await this.#page.waitForURL((url) => url.pathname === path);
  }

  /** Stores what the portal's own pages store, from an empty page in their place. */
  async #keep(items: Readonly<Record<string, unknown>>): Promise<void> {
    const empty = `${this.#origin}/empty`;
    await this.#page.route(empty, (route) =>
      route.fulfill({ contentType: "text/html", body: "<link rel='icon' href='data:,'>" }),
    );
    await this.#page.goto(empty);
    await this.#page.evaluate((all) => {
      for (const [name, value] of Object.entries(all)) {
        localStorage.setItem(name, JSON.stringify(value));
      }
    }, items);
    await this.#page.unroute(empty);
  }
}
