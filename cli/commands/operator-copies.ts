import { createPrivateKey } from "node:crypto";
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorRefused } from "@sekimori/portal-server/operator-money";
import { openSealedCopy } from "@sekimori/portal-server/sealed-copy";
import { type Acting, acted, refusing } from "../processes/operator-acting.ts";
import { type Shared, say } from "../processes/operator-answers.ts";
import { asOperator } from "./operator-acts.ts";

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const causeOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** @throws OperatorRefused naming the option */
async function read(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new OperatorRefused(`${option}: ${path} can't be read (${causeOf(error)}).`);
  }
}

/** For its owner alone, and never over what is there. */
const ownFile = { flag: "wx", mode: 0o600 } as const;

interface CopyOptions extends Acting {
  readonly reason: string;
  readonly to: string;
  readonly key: string;
  readonly incomplete: boolean;
}

/** `sekimori operator accounts copy` */
export function copyAccount(id: string, options: CopyOptions): Promise<void> {
  return acted(options, async () => {
    const { reason, to, incomplete } = options;
    const recipientKey = await read(options.key, "--key");
    // Before it is written down that somebody has it. In a dry run nothing is left.
    try {
      await writeFile(to, "", ownFile);
    } catch (error) {
      throw new OperatorRefused(`--to: ${to} can't be written (${causeOf(error)}).`);
    }
    try {
      const wish = { reason, recipient: recipientKey, incomplete };
      const copy = await asOperator(options, (operator) => operator.copyAccount(id, wish));
      await writeFile(to, copy.sealed);
      const { recipient, missing } = copy;
      const lacks = missing.length === 0 ? "" : ` It lacks the part of ${missing.join(", ")}.`;
      return {
        facts: { account: id, file: to, recipient, missing },
        text: `Sealed for the key ${recipient.slice(0, 16)}….${lacks} “accounts open-copy” opens it with the private key.`,
      };
    } catch (error) {
      await rm(to, { force: true });
      throw error;
    }
  });
}

interface OpenOptions extends Shared {
  readonly key: string;
  readonly to: string;
}

/** `sekimori operator accounts open-copy`: where the private key is; no database is asked. */
export function openCopy(file: string, options: OpenOptions): Promise<void> {
  return refusing(async () => {
    const sealed = await read(file, "The copy");
    const pem = await read(options.key, "--key");
    if (await isThere(options.to)) {
      throw new OperatorRefused(`--to: ${options.to} is there already.`);
    }
    let key: ReturnType<typeof createPrivateKey>;
    try {
      key = createPrivateKey(pem);
    } catch {
      throw new OperatorRefused("--key: this is no private key in PEM, or it is encrypted.");
    }
    const content = await openSealedCopy(sealed.trim(), key);
    if (content === undefined) {
      throw new OperatorRefused("This is no copy, or it was sealed for another key.");
    }
    await mkdir(options.to, { recursive: true, mode: 0o700 });
    const files = {
      "copy.json": content.json,
      "ja.html": content.html.ja,
      "en.html": content.html.en,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(options.to, name), text, ownFile);
    }
    const names = Object.keys(files);
    say(options, { folder: options.to, files: names }, `Opened: ${names.join(", ")}.`);
  });
}
