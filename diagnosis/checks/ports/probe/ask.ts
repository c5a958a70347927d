import type { CheckContext } from "../../../engine/context.ts";
import { NetError } from "../../../net/net-error.ts";
import { ENCRYPTION_QUESTIONS, HTTP_HELLO, PROBES } from "./probes.ts";

/** What a port answered to its service's hello. */
export interface ProbeAnswer {
  /** What listens there is the service that is expected at this port. */
  readonly known: boolean;
  /** It asks for no authentication. */
  readonly open: boolean;
  readonly bytes: Buffer;
}

const WAIT_MS = 2_000;
const MAX_ANSWER = 4_096;

/** Says a service's hello once and hangs up; null where the list has none for the port. */
export function askProbe(context: CheckContext, port: number): Promise<ProbeAnswer | null> {
  return context.once(`ports.probe ${port}`, async () => {
    const probe = PROBES[port];
    if (probe === undefined) return null;
    const { hello } = probe;
    const bytes = await dialogue(context, port, hello === null ? [] : [hello], (answer) =>
      probe.knows(answer),
    );
    // Who says our own words back is an echo.
    const isEcho = hello !== null && bytes.subarray(0, hello.length).equals(hello);
    return { known: !isEcho && probe.knows(bytes), open: !isEcho && probe.open(bytes), bytes };
  });
}

/**
 * Whether a service that greets in the clear can go on with TLS; null when that cannot be told. Only
 * asks what it can do, never signs in.
 */
export async function offersTls(context: CheckContext, port: number): Promise<boolean | null> {
  if (port === 389) {
    const answer = await askProbe(context, port);
    // resultCode ENUMERATED success (RFC 4511 §4.1.9) right after the response's length.
    return answer?.known ? answer.bytes.includes(Buffer.from([0x0a, 1, 0])) : null;
  }
  const question = ENCRYPTION_QUESTIONS[port];
  if (question === undefined) return false;
  const [ask, yes] = question;
  const ended = (answer: Buffer) =>
    /^(?:211 |250 |\.\r?$|a1 |5\d\d |-ERR)/m.test(answer.toString("latin1"));
  const bytes = await dialogue(context, port, [Buffer.from(ask)], ended, true);
  const answer = bytes.toString("latin1");
  return answer === "" ? null : yes.test(answer);
}

/**
 * What a port that is none of the web's answers: to its service's hello where the list has one, else to a
 * request of HTTP.
 */
export async function answerTo(context: CheckContext, port: number): Promise<string> {
  const known = await askProbe(context, port);
  const bytes =
    known?.bytes ??
    (await context.once(`ports.http ${port}`, () =>
      dialogue(context, port, [HTTP_HELLO], (answer) => answer.includes("\r\n\r\n")),
    ));
  return bytes.toString("latin1");
}

/** Connects, waits for a greeting if there must be one, says each word and collects the answer. */
async function dialogue(
  context: CheckContext,
  port: number,
  words: readonly Uint8Array[],
  enough: (answer: Buffer) => boolean,
  afterGreeting = false,
): Promise<Buffer> {
  const stream = await context.tcp.open({ port });
  const chunks: Uint8Array[] = [];
  const listen = async (done: (answer: Buffer) => boolean) => {
    let heard: Uint8Array = new Uint8Array();
    try {
      heard = await stream.read(
        (received) => {
          heard = received;
          return done(Buffer.from(received));
        },
        { timeoutMs: WAIT_MS, maxBytes: MAX_ANSWER },
      );
    } catch (error) {
      // Silence, a reset and a flood all leave what was heard until then.
      if (!(error instanceof NetError) || !["timeout", "reset", "too-large"].includes(error.code))
        throw error;
    }
    chunks.push(heard);
  };
  try {
    if (afterGreeting || words.length === 0) await listen((answer) => answer.includes(0x0a));
    for (const word of words) {
      await stream.write(word);
      await listen(enough);
    }
    return Buffer.concat(chunks);
  } finally {
    stream.close();
  }
}
