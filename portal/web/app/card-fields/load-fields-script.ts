interface Policy {
  createScriptURL(url: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

/** Trusted Types: where they are known, only a named policy may say where a script comes from. */
const policy = (window as { readonly trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  "payment-script",
  { createScriptURL: (url) => url },
);

const loading = new Map<string, Promise<void>>();

/** Runs the payment company's script, once in a page's life; a failure is tried again. */
export function loadFieldsScript(url: string): Promise<void> {
  const asked =
    loading.get(url) ??
    new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = (policy?.createScriptURL(url) ?? url) as string;
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        loading.delete(url);
        reject(new Error(`${new URL(url).origin} did not give its script`));
      };
      document.head.append(script);
    });
  loading.set(url, asked);
  return asked;
}
