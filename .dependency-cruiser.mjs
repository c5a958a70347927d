/** Which package may import which; DESIGN, "The house", is where these rules come from. */

const from = (path) => ({ path: `^${path}/` });

/** A rule: modules below `folder` may import our own packages only from `allowed`. */
function may(folder, allowed) {
  const own = "^(kit|portal|karte|diagnosis|sandbox|cli|e2e|bench|tooling)/";
  return {
    name: `${folder.replaceAll("/", "-")}-imports`,
    comment: `${folder} may import only: ${[folder, ...allowed].join(", ")}`,
    severity: "error",
    from: { ...from(folder), pathNot: "(\\.(test|e2e)\\.tsx?$|/testing/)" },
    to: { path: own, pathNot: [folder, ...allowed].map((path) => `^${path}/`) },
  };
}

export default {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "[.](svg|png|css)$" },
    },
    may("kit/contract", []),
    may("kit/server", ["kit/contract"]),
    may("kit/web", ["kit/contract"]),
    may("kit/embed", ["kit/contract"]),
    may("portal/contract", ["kit/contract"]),
    may("portal/server", ["portal/contract", "kit/server", "kit/contract"]),
    may("portal/web", ["portal/contract", "kit/web", "kit/embed", "kit/contract"]),
    may("diagnosis", []),
    may("sandbox", ["kit/server", "kit/contract"]),
    {
      name: "contract-needs-only-zod",
      severity: "error",
      from: { path: "^(kit|portal)/contract/", pathNot: "\\.test\\.ts$" },
      to: { path: "node_modules/", pathNot: "node_modules/zod/" },
    },
    {
      name: "features-do-not-import-each-other-in-the-browser",
      comment:
        "A page, its form and its queries live together; what two share belongs to app/ or the kit.",
      severity: "error",
      from: { path: "^portal/web/features/([^/]+)/" },
      to: { path: "^portal/web/features/", pathNot: "^portal/web/features/$1/" },
    },
    {
      name: "the-engine-comes-late",
      comment: "oidc-provider is a good part of all code; a process answers before it has read it",
      severity: "error",
      from: {
        path: "^portal/server/",
        pathNot:
          "(\\.test\\.ts$|^portal/server/features/openid/(provider|claims|grants|request-memory|record-adapter|session-adapter)\\.ts$)",
      },
      to: {
        path: "(^|/)node_modules/oidc-provider/|^portal/server/features/openid/(provider|claims|grants|request-memory|record-adapter|session-adapter)\\.ts$",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "only-composition-roots-import-adapters",
      severity: "error",
      from: {
        path: "^portal/server/",
        pathNot:
          "(^portal/server/(portal|adapters|composition)|\\.test\\.ts$|^portal/server/testing/)",
      },
      to: { path: "^portal/server/adapters/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|[.]cache|[.]data)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
