import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/errors.ts";

/**
 * What each access word of an application's contract asks of a request: gives what is known of the
 * caller, or undefined for nobody who may. Throws an AppError where there is more to say.
 */
export type AccessWords<Word extends string, Caller extends object> = Readonly<
  Record<Word, (request: FastifyRequest) => Promise<Caller | undefined>>
>;

export interface Access<Caller extends object> {
  /**
   * Enforces an endpoint's access word; hand it to `createBinder`.
   *
   * @throws AppError SessionExpired, or what the word's rule throws.
   */
  authorise(word: string, request: FastifyRequest): Promise<void>;
  /** What the endpoint's word found out; undefined before `authorise`. */
  find(request: FastifyRequest): Caller | undefined;
  /** The same. @throws Error when called before `authorise`. */
  caller(request: FastifyRequest): Caller;
  /** One part of it. @throws Error when the endpoint's word does not promise that part. */
  part<Name extends keyof Caller>(request: FastifyRequest, name: Name): NonNullable<Caller[Name]>;
}

/** Makes the one place that decides who may call what. */
export function createAccess<Word extends string, Caller extends object>(
  words: AccessWords<Word, Caller>,
): Access<Caller> {
  const rules = new Map<string, (request: FastifyRequest) => Promise<Caller | undefined>>(
    Object.entries(words) as [Word, AccessWords<Word, Caller>[Word]][],
  );
  const principals = new WeakMap<FastifyRequest, Caller>();
  const callerOf = (request: FastifyRequest): Caller => {
    const caller = principals.get(request);
    if (caller === undefined) throw new Error("Nobody was authorised for this request.");
    return caller;
  };
  return {
    async authorise(word, request) {
      const rule = rules.get(word);
      if (rule === undefined) throw new Error(`There is no access word "${word}".`);
      const caller = await rule(request);
      if (caller === undefined) throw new AppError("SessionExpired");
      principals.set(request, caller);
    },
    find: (request) => principals.get(request),
    caller: callerOf,
    part(request, name) {
      const part = callerOf(request)[name];
      if (part === undefined || part === null) {
        throw new Error(`This endpoint's access does not provide the caller's ${String(name)}.`);
      }
      return part;
    },
  };
}
