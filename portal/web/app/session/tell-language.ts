import { languageCookie } from "@sekimori/portal-contract/language-cookie";
import { clientStorage } from "./current.ts";

/** Keeps the server's own pages told of the language that was chosen here, as long as it is kept. */
export function tellLanguage(): void {
  let told: string | undefined;
  const tell = () => {
    const chosen =
      clientStorage.read("accountInfo")?.language_code ?? clientStorage.read("language");
    const cookie = languageCookie(chosen, window.location.origin);
    if (cookie === told) return;
    told = cookie;
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we support, and says nothing in an insecure context.
    document.cookie = cookie;
  };
  tell();
  clientStorage.subscribe(tell);
}
