import type { Locator } from "playwright-core";

/** Whether a button or a link is drawn as the one thing to do next: filled with the key color. */
export function isPrimary(action: Locator): Promise<boolean> {
  return action.evaluate((element) => {
    const { defaultView: view } = element.ownerDocument;
    const probe = element.ownerDocument.createElement("span");
    probe.className = "bg-key";
    element.after(probe);
    const [own, key] = [element, probe].map((one) => view.getComputedStyle(one).backgroundColor);
    probe.remove();
    return own === key;
  });
}
