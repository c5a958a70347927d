import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Bytes by what is loaded; the keys are the portal's own source files. */
export type PageWeights = Readonly<Record<string, number>>;

const entryName = "index.html";
const japanese = (folder: string) => `${folder}/locales/ja.po`;

/** Every file that must be there before a chunk can run. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}

/** What the server sends for a file: the form compressed at build time, where there is one. */
function transferred(build: string, file: string): number {
  const compressed = join(build, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(build, file)).size;
}

/** The shell's Japanese sentences: several catalogues in one file, which the manifest names by its group. */
function sentencesOfShell(manifest: Manifest): string {
  const name = Object.keys(manifest).find((key) => key.startsWith("_sentences-ja-"));
  if (name === undefined) throw new Error("The build has no sentences of the shell.");
  return name;
}

/** What the server sends for the page itself: it compresses it as it goes. */
function transferredPage(build: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(readFileSync(join(build, entryName)), { params }).length;
}

const isScreen = ({ src, isDynamicEntry }: Chunk) =>
  isDynamicEntry === true && src !== undefined && /-(page|shell|layout)\.tsx$/.test(src);

/**
 * What a visit that begins on a screen transfers, in bytes of brotli, read from Vite's manifest:
 * page, entry, styles and the shell's Japanese sentences, the screen's own chunk with all it
 * imports, and its feature's Japanese sentences. Layouts count as screens of their own.
 */
export function pageWeights(build: string): PageWeights {
  const manifest: Manifest = JSON.parse(readFileSync(join(build, ".vite/manifest.json"), "utf8"));
  const shell = [entryName, sentencesOfShell(manifest)];
  const weigh = (names: readonly string[]) => {
    const files = new Set(names.flatMap((name) => [...filesOf(manifest, name)]));
    const bytes = [...files].map((file) => transferred(build, file));
    return bytes.reduce((sum, size) => sum + size, transferredPage(build));
  };
  const screens = Object.entries(manifest).filter(([, chunk]) => isScreen(chunk));
  return Object.fromEntries(
    screens.map(([name]) => {
      const page = `${basename(dirname(name))}/${basename(name, ".tsx")}`;
      return [page, weigh([...shell, name, japanese(dirname(name))])];
    }),
  );
}

/** How much a page may grow before somebody has to look at it. */
const allowedGrowth = 0.05;

/** Sentences on what no longer agrees with the budgets; none when all is well. */
export function overBudget(weights: PageWeights, budgets: PageWeights): readonly string[] {
  const grown = Object.entries(weights).flatMap(([page, bytes]) => {
    const budget = budgets[page];
    if (budget === undefined) return [`${page} has no budget`];
    if (bytes <= budget * (1 + allowedGrowth)) return [];
    return [`${page} transfers ${bytes} bytes, over 5 % more than its ${budget}`];
  });
  const gone = Object.keys(budgets).filter((page) => weights[page] === undefined);
  return [...grown, ...gone.map((page) => `${page} has a budget but is not built`)];
}
