import { Agent, request } from "node:http";
import type { Member } from "@sekimori/e2e/journeys";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  signInByPasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import { SoftwarePasskey } from "@sekimori/portal-server/testing/software-authenticator";
import { median } from "../support/load.ts";
import { cookiesOf, signUpMembers } from "../support/members.ts";
import type { Report } from "../support/report.ts";
import { signInLoad } from "./idle.ts";

const rounds = 3;
const seconds = 6;
const clients = 32;

interface Answer {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly body: string;
}

/** One call on a connection that stays: a browser has one, too, and what is measured is the product. */
function send(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method: "POST", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers["set-cookie"] ?? [],
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    call.on("error", reject);
    call.end(JSON.stringify(body));
  });
}

interface Holder {
  readonly passkey: SoftwarePasskey;
  readonly headers: Readonly<Record<string, string>>;
}

/** A member who has a passkey, in a browser that the account knows. */
async function withPasskey(member: Member, origin: string): Promise<Holder> {
  const passkey = new SoftwarePasskey();
  const options = await member.person.call(beginPasskey, { body: {} });
  await member.person.call(addPasskey, { body: passkey.create(options, { origin }) });
  return {
    passkey,
    headers: {
      "content-type": "application/json",
      origin,
      "x-forwarded-for": member.person.network,
      cookie: cookiesOf(member, "device"),
    },
  };
}

/** Passkey sign-ins a second: a challenge is asked for, signed and handed in, over and over. */
async function passkeyRate(origin: string, holders: readonly Holder[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: holders.length });
  const end = Date.now() + seconds * 1000;
  let done = 0;
  const turn = async ({ passkey, headers }: Holder) => {
    while (Date.now() < end) {
      const url = (path: string) => `${origin}${path}`;
      const begun = await send(agent, url(beginPasskeySignIn.path), headers, {
        purpose: "sign-in",
      });
      const held = begun.cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
      const cookie = `${headers.cookie}; ${held}`;
      const body = passkey.get(JSON.parse(begun.body), { origin });
      const answer = await send(agent, url(signInByPasskey.path), { ...headers, cookie }, body);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
      done += 1;
    }
  };
  await Promise.all(holders.map(turn));
  agent.destroy();
  return done / seconds;
}

/**
 * Passkey sign-ins a second by password sign-ins a second, in alternating rounds of one run. No password
 * is hashed; what a passkey costs is two calls and one signature.
 */
export async function benchPasskeySignIn(product: RunningProduct): Promise<Report> {
  const members = await signUpMembers(product, clients);
  const holders = await Promise.all(
    members.map((member) => withPasskey(member, product.portalOrigin)),
  );
  const passwords = await signInLoad(product);
  await passkeyRate(product.portalOrigin, holders);
  const ratios: number[] = [];
  const rates: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const byPassword = (await passwords.run(seconds)).perSecond;
    const byPasskey = await passkeyRate(product.portalOrigin, holders);
    ratios.push(byPasskey / byPassword);
    rates.push(`${byPasskey.toFixed(0)}/${byPassword.toFixed(0)}`);
  }
  return {
    name: "passkey sign-ins by password sign-ins",
    figure: median(ratios),
    wanted: { atLeast: 5 },
    detail: `a second, by passkey and by password, round by round: ${rates.join(", ")}; ${holders.length} clients`,
  };
}
