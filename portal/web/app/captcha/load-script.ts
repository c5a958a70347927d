interface Policy {
  createScriptURL(url: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

/** Trusted Types: where they are known, only a named policy may say where a script comes from. */
const policy = (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  "captcha-script",
  { createScriptURL: (url) => url },
);

const trusted = (url: string) => (policy?.createScriptURL(url) ?? url) as string;

const loaded = new Map<string, Promise<void>>();

function load(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = trusted(url);
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loaded.delete(url);
      reject(new Error(`${new URL(url).origin} did not give its script`));
    };
    document.head.append(script);
  });
}

/** Runs another company's script, once in a page's life; a failure is tried again. */
export function loadScript(url: string): Promise<void> {
  const asked = loaded.get(url) ?? load(url);
  loaded.set(url, asked);
  return asked;
}
