import type { WalkStep } from "@sekimori/console-contract/endpoints/integration/walks";
import { AppError } from "@sekimori/kit-server/errors";
import { shownHeaders, shownValues } from "./masked.ts";

export interface Asked {
  readonly step: WalkStep["step"];
  readonly method: WalkStep["method"];
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly isGood: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  /** As it is shown. */
  readonly step: WalkStep;
}

const timeoutMs = 10_000;

function valuesIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** Asks the portal as an application does. @throws AppError Unavailable where it doesn't answer. */
export async function askPortal(ask: typeof fetch, asked: Asked): Promise<Answered> {
  const { step, method, url, headers = {}, form } = asked;
  const send = async () => {
    const answer = await ask(url, {
      method,
      headers: { accept: "application/json", ...headers },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    return { status: answer.status, isGood: answer.ok, values: valuesIn(await answer.text()) };
  };
  const { status, isGood, values } = await send().catch((error: unknown) => {
    throw new AppError("Unavailable", { cause: error, detail: "OpenID provider" });
  });
  return {
    isGood,
    values,
    step: {
      ...{ step, method, url },
      headers: shownHeaders(headers),
      parameters: shownValues(form ?? {}),
      answer: { status, isGood, values: shownValues(values) },
    },
  };
}
