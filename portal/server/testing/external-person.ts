/** What a person does on the sandbox's page of the external identity provider. */
export type ExternalChoice =
  | { readonly choose: string }
  | { readonly make: { readonly email: string; readonly verified: boolean } }
  | { readonly fail: "access_denied" | "server_error" | "temporarily_unavailable" };

function formOf(choice: ExternalChoice): [string, Record<string, string>] {
  if ("choose" in choice) return ["choose", { subject: choice.choose }];
  if ("fail" in choice) return ["fail", { error: choice.fail }];
  const { email, verified } = choice.make;
  return ["make", { name: "外部 太郎", email, ...(verified ? { verified: "yes" } : {}) }];
}

/**
 * Follows `address` to the provider, makes the choice there and comes back.
 *
 * @returns the parameters with which the provider sends the browser to the portal's page.
 */
export async function visitProvider(
  address: string,
  choice: ExternalChoice,
): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  const home = new URL(address).origin;

  async function go(start: string, form?: Record<string, string>): Promise<URL> {
    let url = new URL(start);
    let body = form && new URLSearchParams(form);
    for (;;) {
      const response = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        redirect: "manual",
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(body === undefined ? {} : { origin: home }),
        },
        ...(body === undefined ? {} : { body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get("location");
      await response.body?.cancel();
      if (location === null) return url;
      url = new URL(location, url);
      body = undefined;
      if (url.origin !== home) return url;
    }
  }

  const page = await go(address);
  const [path, form] = formOf(choice);
  const back = await go(`${page.href}/${path}`, form);
  // Keycloak and Entra ID add the one, Google the others.
  const more = { session_state: "at-the-provider", authuser: "0", prompt: "none" };
  return { ...more, ...Object.fromEntries(back.searchParams) };
}
