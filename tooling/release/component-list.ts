import type { Part } from "./parts.ts";

/** Where a registry has a package (package-url): "pkg:npm/%40fastify/cookie@11.1.5". */
const addressOf = ({ name, version, address }: Part) =>
  address ?? `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** The list of an artefact's parts as CycloneDX 1.6 has it; the same parts are the same text. */
export function componentList(version: string, parts: readonly Part[], madeAt: Date): string {
  const list = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: { type: "application", "bom-ref": "sekimori", name: "sekimori", version },
    },
    components: parts.map((part) => ({
      type: "library",
      "bom-ref": addressOf(part),
      name: part.name,
      version: part.version,
      purl: addressOf(part),
      licenses: [
        /^[\w.-]+$/.test(part.licence)
          ? { license: { id: part.licence } }
          : { expression: part.licence },
      ],
    })),
  };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}
