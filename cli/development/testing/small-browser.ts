import { csrfHeader } from "@sekimori/kit-contract/csrf-header";
/** A browser in miniature over real sockets: keeps cookies by host and port, follows redirects. */
export class SmallBrowser {
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #tokens = new Map<string, string>();

  async request(address: string, body?: object): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    const token = this.#tokens.get(origin);
    const answer = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(token === undefined ? {} : { [csrfHeader]: token }),
        ...(body === undefined ? {} : { origin, "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const issued = answer.headers.get(csrfHeader);
    if (issued !== null) this.#tokens.set(origin, issued);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** Follows redirects until there are none. @returns the addresses on the way. */
  async visit(address: string): Promise<{ readonly way: string[]; readonly last: Response }> {
    const way = [address];
    let last = await this.request(address);
    for (let next = last.headers.get("location"); next && way.length < 20; ) {
      const target = new URL(next, way.at(-1)).href;
      way.push(target);
      last = await this.request(target);
      next = last.headers.get("location");
    }
    return { way, last };
  }
}
