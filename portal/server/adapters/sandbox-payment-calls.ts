import { Agent, type ClientRequestArgs, request as overHttp } from "node:http";
import { request as overTls, Agent as TlsAgent } from "node:https";
import { text } from "node:stream/consumers";
import { PaymentGatewayError } from "../ports/payment-gateway.ts";

/** One call of the sandbox's payment company. */
export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

export const isOk = (status: number): boolean => status >= 200 && status < 300;

/** @throws PaymentGatewayError network: what came is no whole answer. */
export function parseAnswer(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new PaymentGatewayError("network", "the answer broke off", cause);
  }
}

/**
 * Calls over kept connections. By node:http, as the libraries of real companies do: `fetch` takes
 * three times as much of the processor, and a month is a hundred thousand calls.
 *
 * @returns a call; it throws PaymentGatewayError network when there was no whole answer in time
 */
export function createCaller(options: {
  readonly apiOrigin: string;
  readonly secretKey: string;
  readonly timeout?: number;
}): (call: Call) => Promise<Answer> {
  const origin = new URL(options.apiOrigin);
  const isTls = origin.protocol === "https:";
  const send = isTls ? overTls : overHttp;
  const place: ClientRequestArgs = {
    host: origin.hostname.replace(/^\[|\]$/g, ""),
    port: origin.port,
    agent: isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true }),
  };

  const answerTo = ({ method, path, body, idempotencyKey }: Call): Promise<Answer> => {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const request = send(
        {
          ...place,
          method,
          path: `/payment/api${path}`,
          headers: {
            authorization: `Bearer ${options.secretKey}`,
            ...(sent && { "content-type": "application/json", "content-length": sent.length }),
            ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
          },
        },
        (response) => {
          const status = response.statusCode ?? 0;
          text(response).then((whole) => resolve({ status, body: whole }), reject);
        },
      );
      // Of the whole call, however slowly its answer trickles in.
      const late = setTimeout(
        () => request.destroy(new Error("no whole answer in time")),
        options.timeout ?? 10_000,
      );
      request.once("close", () => clearTimeout(late));
      request.once("error", reject);
      request.end(sent);
    });
  };

  return async (call) => {
    try {
      const answer = await answerTo(call);
      // Nobody of ours redirects: whoever answers so is not the company, and what it did is unknown.
      if (answer.status >= 300 && answer.status < 400) throw new Error("redirected");
      return answer;
    } catch (cause) {
      throw new PaymentGatewayError("network", "no answer from the payment company", cause);
    }
  };
}
