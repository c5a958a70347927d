import { createHash } from "node:crypto";
import { type ChainEnd, isNext, lastPosition, leafHash } from "@sekimori/kit-server/hash-chain";
import { isGenuine, mentionsCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import {
  type ChainedLine,
  chainedHash,
  type EndLine,
  type ExportHead,
  exportVersion,
  type HeaderLine,
  isSigned,
  publicKeyOf,
} from "./export-format.ts";

/** What is wrong with a file, with the number of its line. */
export class BrokenExport extends Error {}

export interface CheckedExport {
  readonly events: number;
  readonly headers: number;
  readonly from: string;
  readonly to: string;
  readonly publicKey: string;
  /** Checkpoints that were kept elsewhere, stand inside the file and agree with it. */
  readonly agreeing: number;
}

type Line = ExportHead | ChainedLine | HeaderLine | EndLine;

function parsed(line: string, number: number): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    throw new BrokenExport(`Line ${number} is not JSON.`);
  }
}

/** Checkpoints by position, all signed by the key of the file. */
function expectedHashes(lines: readonly string[], publicKey: string): Map<number, string> {
  const key = publicKeyOf(publicKey);
  const expected = new Map<number, string>();
  for (const line of lines.filter(mentionsCheckpoint)) {
    const checkpoint = parseCheckpoint(line);
    if (checkpoint === undefined || !isGenuine(key, checkpoint)) {
      throw new BrokenExport(
        `The checkpoint that was kept elsewhere was not signed by this file's key: ${line.slice(0, 100)}`,
      );
    }
    expected.set(Number(checkpoint.eventId), checkpoint.hash);
  }
  return expected;
}

/**
 * Checks a file of `audit export` without the database: every event under its header, headers one
 * after the other, the signature over all of it, and checkpoints that were kept elsewhere.
 *
 * @throws BrokenExport naming the first line that is not as it was written.
 */
export async function checkExport(
  lines: AsyncIterable<string> | Iterable<string>,
  kept: readonly string[] = [],
): Promise<CheckedExport> {
  const digest = createHash("sha256");
  let head: ExportHead | undefined;
  let expected = new Map<number, string>();
  let end: ChainEnd | undefined;
  let header: HeaderLine["header"] | undefined;
  let leaves: Buffer[] = [];
  let [number, events, headers, agreeing] = [0, 0, 0, 0];
  let last: EndLine | undefined;

  const broken = (what: string) => new BrokenExport(`Line ${number}: ${what}`);
  const reach = (reached: ChainEnd): void => {
    end = reached;
    const hash = expected.get(reached.position);
    if (hash === undefined) return;
    if (hash !== reached.hash)
      throw broken("the log up to here was another one when its checkpoint was kept.");
    agreeing += 1;
  };
  const complete = (): void => {
    if (header === undefined) return;
    const whole = { ...header, log: head?.log ?? "", at: new Date(header.at) };
    // The first header of a file goes on from what is before the file.
    const before = end ?? {
      number: header.number - 1,
      position: header.firstPosition - 1,
      hash: header.previousHash,
    };
    const from = before.number === 0 ? { ...before, number: header.number - 1 } : before;
    if (!isNext(whole, from, leaves))
      throw broken("the events above do not belong to their header.");
    headers += 1;
    reach({ number: header.number, position: lastPosition(whole), hash: header.hash });
    header = undefined;
    leaves = [];
  };
  const readEvent = (line: string): void => {
    events += 1;
    if (header !== undefined) {
      leaves.push(leafHash(line));
      if (leaves.length === header.count) complete();
    } else if (end !== undefined && end.number === 0) {
      reach({ number: 0, position: end.position + 1, hash: chainedHash(end.hash, line) });
    } else throw broken("an event stands under no header.");
  };
  const readOther = (line: Line): void => {
    if (head === undefined) {
      if (!("sekimori" in line) || line.sekimori !== exportVersion) {
        throw broken("this is not a file of `audit export`.");
      }
      head = line;
      expected = expectedHashes(kept, line.publicKey);
    } else if ("chained" in line && end === undefined) {
      end = { number: 0, position: line.chained.first - 1, hash: line.chained.previous };
    } else if ("header" in line && header === undefined) header = line.header;
    else if ("end" in line && header === undefined) last = line;
    else throw broken("this line does not belong here.");
  };

  for await (const line of lines) {
    number += 1;
    if (last !== undefined) throw broken("something follows the end.");
    if (line.startsWith("[")) readEvent(line);
    else readOther(parsed(line, number));
    if (last === undefined) digest.update(line).update("\n");
  }
  if (head === undefined || last === undefined || end === undefined) {
    throw new BrokenExport("The file ends before its end: it was cut off.");
  }
  const { end: told } = last;
  const isWhole =
    told.events === events &&
    told.position === end.position &&
    told.hash === end.hash &&
    told.digest === digest.digest("hex");
  if (!isWhole) throw broken("the file is not what was signed.");
  if (!isSigned(publicKeyOf(head.publicKey), last))
    throw broken("the signature is not of this file's key.");
  const { from, to, publicKey } = head;
  return { events, headers, from, to, publicKey, agreeing };
}
