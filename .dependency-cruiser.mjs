import * as consoleFeatures from "./tooling/boundaries/console-features.ts";
import * as karteFeatures from "./tooling/boundaries/karte-features.ts";
import * as portalFeatures from "./tooling/boundaries/portal-features.ts";

/**
 * Which package, folder and feature may import which other (docs/architecture.md).
 * `tooling/boundaries/planted-violations.test.ts` plants what must be refused.
 */

const ours = "kit|portal|karte|console|diagnosis|sandbox|cli|e2e|bench|tooling";
/** Applications have the same shape: contract, server, web. */
const application = "(portal|karte|console)";
const packages = `((?:kit|portal|karte|console)/[^/]+|diagnosis|sandbox|cli|e2e|bench)`;
/** Tests, what they stand on, and programs that write generated files. */
const isTest = "[.](test|e2e)[.]tsx?$|/testing/|/database/generate[.]ts$";

/** A rule: modules below `folder` (an expression) import our own code only from `allowed`. */
function may(name, folder, allowed, comment) {
  return {
    name,
    comment: comment ?? `may import only: ${allowed.join(", ")}`,
    severity: "error",
    from: { path: `^${folder}/`, pathNot: isTest },
    to: { path: `^(${ours})/`, pathNot: allowed.map((path) => `^${path}/`) },
  };
}

/** Tests and what only they use may bring the sandbox and the kit's test set-up along. */
function testsMay(name, folder, allowed) {
  return {
    ...may(name, folder, allowed),
    from: { path: [`^${folder}/.*[.](test|e2e)[.]tsx?$`, `^${folder}/.*/?testing/`] },
  };
}

const serverMay = ["$1/contract", "$1/server", "kit/contract", "kit/server", "kit/charts"];
const webMay = ["$1/contract", "$1/web", "kit/contract", "kit/web", "kit/embed", "kit/charts"];

/** A feature of a server imports only what stands in its application's list of edges. */
function featureRule(name, of, feature, allowed, besides = []) {
  return {
    name,
    comment: `add the edge with its reason to tooling/boundaries/${of}-features.ts`,
    severity: "error",
    from: { path: `^${of}/server/features/${feature}/`, pathNot: [isTest, ...besides] },
    to: {
      path: `^${of}/server/features/[^/]+/`,
      pathNot: `^${of}/server/features/(${allowed.join("|")})/`,
    },
  };
}

function featureRules(of, { betweenFoundations, edges, foundations }) {
  const listed = Object.keys(edges);
  return [
    ...listed.map((feature) =>
      featureRule(`${of}-feature-${feature}`, of, feature, [
        feature,
        ...Object.keys(edges[feature]),
        ...(foundations.includes(feature)
          ? Object.keys(betweenFoundations[feature] ?? {})
          : foundations),
      ]),
    ),
    featureRule(
      `${of}-feature-without-edges`,
      of,
      "([^/]+)",
      ["$1", ...foundations],
      [`^${of}/server/features/(${listed.join("|")})/`],
    ),
  ];
}

/** Layers of the browser's kit, lowest first: a module imports only from its own or a lower one. */
const webLayers = [
  "clock|tokens|icons|language|brand|storage|toast-queue|window-title",
  "client",
  "primitives",
  "form",
  "errors|maintenance|sentences",
  "routing",
  "frame|shell",
  "build|showcase|testing",
];
const layerRules = webLayers.map((layer, index) => ({
  name: `kit-web-layer-${index + 1}`,
  comment: `the layers of kit/web, lowest first: ${webLayers.join(" < ")}`,
  severity: "error",
  from: { path: `^kit/web/(${layer})/`, pathNot: isTest },
  to: { path: `^kit/web/(${webLayers.slice(index + 1).join("|") || "(?!)"})/` },
}));

/** Folders in one order, lowest first: a module imports only from its own or a lower one. */
function folderRules(of, folders, inFolder = (folder) => `${folder}/`) {
  return folders.map((folder, index) => ({
    name: `${of}-folder-${folder}`,
    comment: `folders of ${of}, lowest first: ${folders.join(" < ")}`,
    severity: "error",
    from: { path: `^${of}/${inFolder(folder)}`, pathNot: isTest },
    to: {
      path: `^${of}/(${
        folders
          .slice(index + 1)
          .map(inFolder)
          .join("|") || "(?!)"
      })`,
    },
  }));
}

const diagnosisRules = folderRules(
  "diagnosis",
  [
    "net",
    "data",
    "templates",
    "engine",
    "data/import",
    "discovery",
    "score",
    "checks",
    "pages",
    "scan",
    "schema",
    "fixtures",
    "comparison",
    "lab",
    "cli",
  ],
  (folder) => (folder === "data" ? "data/(?!import/)" : `${folder}/`),
);

/** "payment" are its files beside its rooms: what all rooms build on. */
const sandboxRules = folderRules(
  "sandbox",
  [
    "cards",
    "migrations",
    "database",
    "page",
    "clock",
    "company",
    "identity",
    "mailbox",
    "stripe",
    "payment",
    "payment/three-d-secure",
    "payment/fields",
    "payment/webhooks",
    "payment/api",
    "control",
    "web",
    "server",
  ],
  (folder) => (folder === "payment" ? "payment/[^/]+$" : `${folder}/`),
);

/**
 * What the pages of an application share, lowest first: each folder of `web/app/` imports only from
 * its own or one of a lower row. "." are the files beside the folders. The entry and the route table put
 * all together.
 */
const sharedByPages = {
  karte: [
    ".",
    "charts|live|lists|maintenance|query|search|sentences",
    "session",
    "views|words",
    "assets|findings|tickets",
    "shell",
    "routing",
  ],
  console: [".", "sentences|session|words", "shell", "routing"],
  portal: [
    "session",
    ".",
    "card-fields",
    "captcha|draft|final-confirmation|new-password|passkey|payment-dates|present-password|registered-details|scopes|second-factor|sentences",
    "payment-errors|resend|routing|sign-up-flow|sign-up-steps|unpaid",
    "maintenance",
    "shell",
    "step-up",
    "card-flow|private",
  ],
};
const sharedRules = Object.entries(sharedByPages).flatMap(([of, layers]) => {
  const inLayer = (layer) => (layer === "." ? "[^/]+$" : `(${layer})/`);
  return layers.map((layer, index) => ({
    name: `${of}-shared-by-pages-${index + 1}`,
    comment: `folders of web/app, lowest first: ${layers.join(" < ")}`,
    severity: "error",
    from: {
      path: `^${of}/web/app/${inLayer(layer)}`,
      pathNot: [
        isTest,
        `^${of}/web/app/((integration-)?entry|routing/(routes|[a-z-]+-pages))[.]tsx?$`,
      ],
    },
    to: {
      path: `^${of}/web/app/(${
        layers
          .slice(index + 1)
          .map(inLayer)
          .join("|") || "(?!)"
      })`,
    },
  }));
});

const engineFiles =
  "^portal/server/features/openid/(provider/(provider|claims|grants|resources)|storage/(client|record|session)-adapter|protocol/request-memory)[.]ts$";

const openIdRooms = ["protocol", "storage", "clients", "refusals", "interaction", "provider"];
const openIdRoomRules = openIdRooms.map((room, index) => ({
  name: `openid-room-${room}`,
  comment: `rooms of the OpenID feature, lowest first: ${openIdRooms.join(" < ")}; only what stands before them puts them together`,
  severity: "error",
  from: { path: `^portal/server/features/openid/${room}/`, pathNot: isTest },
  to: {
    path: `^portal/server/features/openid/(${[...openIdRooms.slice(index + 1), "[^/]+[.]ts$"].join("|")})`,
  },
}));

export default {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "[.](svg|png|css)$" },
    },
    {
      name: "packages-by-their-names",
      comment: "a package is entered by its exports, also from tests",
      severity: "error",
      from: { path: `^${packages}/` },
      to: { path: `^(${ours})/`, pathNot: "^$1/", dependencyTypes: ["local"] },
    },
    may("kit-contract-imports", "kit/contract", ["kit/contract"]),
    may("kit-server-imports", "kit/server", ["kit/server", "kit/contract"]),
    may("kit-development-imports", "kit/development", [
      "kit/development",
      "kit/server",
      "kit/contract",
    ]),
    {
      name: "no-server-carries-what-is-for-development",
      comment: "a database of one's own and test set-ups are for composition roots and tests",
      severity: "error",
      from: {
        path: "^(kit|portal|karte|console|diagnosis|sandbox|e2e/sample-application)/",
        pathNot: [isTest, "^kit/development/"],
      },
      to: { path: "^kit/development/" },
    },
    may("kit-web-imports", "kit/web", ["kit/web", "kit/contract"]),
    may("kit-charts-imports", "kit/charts", ["kit/charts"]),
    may("kit-embed-imports", "kit/embed", ["kit/embed", "kit/contract"]),
    may(
      "sample-application-imports",
      "e2e/sample-application",
      ["e2e/sample-application", "kit/contract", "kit/server", "kit/web"],
      "shows that the kits are enough for an application",
    ),
    may("contract-imports", `${application}/contract`, ["$1/contract", "kit/contract"]),
    may("portal-server-imports", "(portal|console)/server", serverMay),
    may("karte-server-imports", "(karte)/server", [...serverMay, "diagnosis"]),
    may("web-imports", `${application}/web`, webMay),
    may("diagnosis-imports", "diagnosis", ["diagnosis"]),
    may("sandbox-imports", "sandbox", ["sandbox", "kit/server", "kit/contract", "diagnosis"]),
    testsMay("server-test-imports", `${application}/server`, [
      ...serverMay,
      "kit/development",
      "diagnosis",
      "sandbox",
    ]),
    testsMay("web-test-imports", `${application}/web`, [...webMay, "sandbox"]),
    {
      name: "applications-are-strangers",
      comment: "each could be replaced by another vendor's",
      severity: "error",
      from: { path: `^${application}/` },
      to: { path: "^(portal|karte|console)/", pathNot: "^$1/" },
    },
    {
      name: "no-product-code-imports-the-sandbox",
      severity: "error",
      from: { path: `^(kit|portal|karte|console|diagnosis)/`, pathNot: isTest },
      to: { path: "^sandbox/" },
    },
    {
      name: "contract-needs-only-zod",
      severity: "error",
      from: { path: "^(kit|portal|karte|console)/contract/", pathNot: isTest },
      to: { path: "node_modules/", pathNot: "node_modules/zod/" },
    },
    {
      name: "no-node-in-the-browser",
      severity: "error",
      from: {
        path: "^(kit|portal|karte|console)/(contract|web|embed|charts)/",
        pathNot: [isTest, "[.]config[.]ts$", "^kit/web/(build/|client/endpoint-plugin[.]ts$)"],
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-what-the-package-declares",
      comment: "a dependency stands in the package.json of the package that imports it",
      severity: "error",
      from: { path: `^${packages}/`, pathNot: isTest },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "features-do-not-import-each-other-in-the-browser",
      comment:
        "A page, its form and its queries live together; what two share belongs to app/ or the kit.",
      severity: "error",
      from: { path: `^${application}/web/features/([^/]+)/` },
      to: { path: "^(portal|karte|console)/web/features/", pathNot: "^$1/web/features/$2/" },
    },
    {
      name: "only-the-route-table-knows-pages",
      comment: "what pages share stands in app/ and knows none of them",
      severity: "error",
      from: {
        path: `^${application}/web/app/`,
        pathNot: [isTest, "^[^/]+/web/app/routing/(routes|[a-z-]+-pages)[.]tsx?$"],
      },
      to: { path: "^(portal|karte|console)/web/features/" },
    },
    {
      name: "routes-hold-no-sql",
      comment: "routes → service → repository: transactions and SQL begin in the service",
      severity: "error",
      from: { path: `^${application}/server/features/.*routes[.]ts$`, pathNot: isTest },
      // What comes from kysely's own dist/ is not followed: features.test.ts looks for it.
      to: { path: "^(kit|portal|karte|console)/server/database/" },
    },
    ...featureRules("portal", portalFeatures),
    ...featureRules("karte", karteFeatures),
    ...featureRules("console", consoleFeatures),
    ...layerRules,
    ...diagnosisRules,
    ...sandboxRules,
    ...sharedRules,
    ...openIdRoomRules,
    {
      name: "the-engine-comes-late",
      comment: "oidc-provider is a good part of all code; a process answers before it has read it",
      severity: "error",
      from: { path: "^portal/server/", pathNot: ["[.]test[.]ts$", engineFiles] },
      to: {
        path: ["node_modules/oidc-provider/", engineFiles],
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "only-composition-roots-import-adapters",
      severity: "error",
      from: {
        path: `^${application}/server/`,
        pathNot: [
          isTest,
          "^[^/]+/server/(portal|karte|console|integration|core)[.]ts$",
          "^[^/]+/server/adapters/",
        ],
      },
      to: { path: "^(portal|karte|console)/server/adapters/" },
    },
    {
      name: "ports-know-no-adapter",
      severity: "error",
      from: { path: `^${application}/server/ports/` },
      to: {
        path: "^(portal|karte|console)/server/(adapters|features)/",
        dependencyTypesNot: ["type-only"],
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The programs of other people's clients have packages of their own, which the tests install.
    exclude: { path: "(^|/)(dist|[.]cache|[.]data|clients/(running|programs))/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
