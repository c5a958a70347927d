/** The pages of docs/integrate that presets lead to, each loaded by itself. */
const pages = import.meta.glob<string>("../../../../docs/integrate/*.md", {
  query: "?raw",
  import: "default",
});

/** What has a page, by the name of its preset. */
export const guideNames = {
  nextjs: "Next.js (Auth.js)",
  express: "Express",
  fastify: "Fastify (openid-client)",
  spa: "oidc-client-ts",
  apache: "Apache (mod_auth_openidc)",
  flask: "Flask (Authlib)",
  go: "Go (go-oidc)",
  spring: "Spring Boot",
} as const;

export type GuideName = keyof typeof guideNames;

export const isGuide = (name: string): name is GuideName => Object.hasOwn(guideNames, name);

export async function loadGuide(name: GuideName): Promise<string> {
  const load = pages[`../../../../docs/integrate/${name}.md`];
  if (load === undefined) throw new Error(`There is no page ${name}.`);
  return load();
}
