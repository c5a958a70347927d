import { z } from "zod";
import { testPaymentSettings } from "./test-sandbox.ts";

const anything = z.looseObject({});

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: anything.parse(text === "" ? {} : JSON.parse(text)) };
}

/** What a merchant's server and a card holder's browser do, over real sockets. */
export class PaymentClient {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The answer of the fields page's own call. */
  async tokenise(number: string, changes: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const securityCode = number.length === 15 ? "1234" : "123";
    const card = {
      number,
      expiryMonth: "12",
      expiryYear: "2030",
      securityCode,
      holder: "HANAKO SEKI",
      ...changes,
    };
    return await read(
      await fetch(`${this.origin}/payment/fields/tokens`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: this.origin },
        body: JSON.stringify({ key: testPaymentSettings.publishableKey, card }),
      }),
    );
  }

  async token(number: string): Promise<string> {
    return z.string().parse((await this.tokenise(number)).body.token);
  }

  async get(path: string): Promise<Answer> {
    return await this.call("GET", path);
  }

  async post(path: string, body: unknown, key: string = crypto.randomUUID()): Promise<Answer> {
    return await this.call("POST", path, body, key);
  }

  async call(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    return await read(
      await fetch(`${this.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${testPaymentSettings.secretKey}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  }

  async register(number: string): Promise<Answer> {
    return await this.post("/payment/api/card-registrations", {
      token: await this.token(number),
      return_url: "http://localhost:3000/return?attempt=1",
      customer_ref: crypto.randomUUID(),
    });
  }

  async registration(id: unknown): Promise<Answer["body"]> {
    return (await this.get(`/payment/api/card-registrations/${String(id)}`)).body;
  }

  /** A registered card's id. */
  async card(number: string): Promise<string> {
    const { body } = await this.register(number);
    return z.object({ id: z.string() }).parse(body.card).id;
  }

  async charge(card: string, amount: number, key?: string): Promise<Answer> {
    const body = { card_id: card, amount, currency: "JPY", description: "November" };
    return await this.post("/payment/api/charges", body, key);
  }

  /** Fills the 3-D Secure page in and follows it; the page that comes next. */
  async answerChallenge(address: unknown, form: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(String(address), {
      method: "POST",
      headers: { origin: this.origin },
      body: new URLSearchParams(form),
    });
    return await response.text();
  }
}
