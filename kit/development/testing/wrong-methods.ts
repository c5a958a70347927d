import { boundEndpoints } from "@sekimori/kit-server/http";
import type { FastifyInstance } from "fastify";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** What an application answers to a method that no declaration of the address takes. */
export interface WrongMethod {
  readonly asked: string;
  readonly status: number;
  readonly type: string;
  /** Whether `Allow` has each declared method and not the one that was asked. */
  readonly isAllowRight: boolean;
  readonly message: string;
}

interface Answered {
  readonly error: string | { readonly type: string; readonly message: string };
  readonly error_description?: string;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
const concrete = (path: string) => path.replaceAll(/:\w+/g, "0");

/** Asks each address of an application's declarations by every method that none of them has. */
export async function askWrongly(app: FastifyInstance): Promise<readonly WrongMethod[]> {
  const taken = new Map<string, Set<string>>();
  const endpoints = boundEndpoints(app);
  for (const { path } of endpoints) {
    const url = concrete(path);
    // A word may stand where another call has its parameter.
    const fitting = endpoints.filter((one) => patternOf(one.path).test(url));
    taken.set(url, new Set(fitting.map(({ method }) => method)));
  }
  const asked = [...taken].flatMap(([url, declared]) =>
    methods.filter((method) => !declared.has(method)).map((method) => ({ url, declared, method })),
  );
  return Promise.all(
    asked.map(async ({ url, declared, method }) => {
      const answer = await app.inject({ method, url });
      const allow = String(answer.headers.allow ?? "").split(", ");
      const body = answer.json<Answered>();
      // Below an OpenID issuer errors have the form of that protocol.
      const { type, message } =
        typeof body.error === "string"
          ? { type: body.error, message: body.error_description ?? "" }
          : body.error;
      return {
        asked: `${method} ${url}`,
        status: answer.statusCode,
        type,
        isAllowRight: [...declared].every((one) => allow.includes(one)) && !allow.includes(method),
        message,
      };
    }),
  );
}
