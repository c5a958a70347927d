import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

// A browser that translates puts every text into elements of its own making. React then takes away,
// or writes before, a text that is no child any more, and the page is gone. An element that comes and
// goes is left alone: so whatever comes and goes is an element, and no text stands behind it.

const root = fileURLToPath(new URL("..", import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** Every node beneath one, itself included. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (typeof value === "object" && value !== null) {
    if (isNode(value)) yield value;
    for (const part of Object.values(value)) if (typeof part === "object") yield* nodesIn(part);
  }
}

const nameOf = (element: Node): string => {
  const { name } = (element.openingElement ?? {}) as { readonly name?: { readonly name?: string } };
  return name?.name ?? "";
};

const unwrapped = (node: unknown): Node | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === "ParenthesizedExpression" || node.type === "JSXExpressionContainer") {
    return unwrapped(node.expression);
  }
  return node;
};

/** What a call is made of: "i18n" of `i18n._(words)`. */
const ownerOf = ({ callee }: Node): string => {
  const { name, object } = callee as { readonly name?: string; readonly object?: Node };
  return name ?? (object?.name as string | undefined) ?? "";
};

/** Components that are nothing but text where they stand. */
const textComponents = new Set(["Trans", "Plural"]);

/** A text by itself: written out, or a sentence of the catalogue. */
function isText(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (node.type === "Literal") return typeof node.value === "string" && node.value !== " ";
  if (node.type === "TemplateLiteral" || node.type === "TaggedTemplateExpression") return true;
  if (node.type === "CallExpression") return /^(i18n|t)$/.test(ownerOf(node));
  return node.type === "JSXElement" && textComponents.has(nameOf(node));
}

/** What may stand in a conditional place. */
function outcomes(node: Node | undefined): (Node | undefined)[] {
  if (node?.type === "LogicalExpression") {
    const first = node.operator === "&&" ? [undefined] : outcomes(unwrapped(node.left));
    return [...first, ...outcomes(unwrapped(node.right))];
  }
  if (node?.type === "ConditionalExpression") {
    return [...outcomes(unwrapped(node.consequent)), ...outcomes(unwrapped(node.alternate))];
  }
  return [node];
}

const isNothing = (node: Node | undefined) =>
  node === undefined || (node.type === "Literal" && typeof node.value !== "string");
const isElement = (node: Node | undefined) =>
  node?.type === "JSXElement" && !textComponents.has(nameOf(node));

/** Texts of one element's children that a translating browser makes React fail at. */
function failing(children: readonly Node[]): Node[] {
  const kept = children.filter(
    (child) => !(child.type === "JSXText" && String(child.value).trim() === ""),
  );
  const isAlone = kept.length === 1;
  const found: Node[] = [];
  let comesAndGoes = false;
  for (const child of kept) {
    const node = unwrapped(child);
    const all = outcomes(node);
    const isConditional = all.length > 1;
    // A plain text alone is the element's own content, which is written anew as a whole.
    const fails = all.some((one) => isText(one) && !(isAlone && one?.type !== "JSXElement"));
    if (isConditional && fails && (all.some(isNothing) || all.some(isElement))) found.push(child);
    else if (comesAndGoes && (child.type === "JSXText" || isText(node))) found.push(child);
    if (isConditional && (all.some(isNothing) || all.some(isText)))
      comesAndGoes ||= all.some(isElement);
  }
  return found;
}

test("what comes and goes is an element, and no text stands behind it", { timeout: 60_000 }, () => {
  const files = globSync("{kit,portal,karte,console}/web/**/*.tsx", {
    cwd: root,
    exclude: ["**/{node_modules,dist,showcase}/**", "**/*.test.tsx"],
  });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => {
    const source = readFileSync(root + file, "utf8");
    const { program } = parseSync(file, source);
    return [...nodesIn(program)]
      .filter(({ type }) => type === "JSXElement" || type === "JSXFragment")
      .flatMap(({ children }) => failing(children as Node[]))
      .map(({ start }) => `${file}:${source.slice(0, start).split("\n").length}`);
  });
  expect(found).toEqual([]);
});
