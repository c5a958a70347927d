import type { Page } from "playwright-core";
import { loadedFrames } from "./loaded-frames.ts";

/** What a refusal tells to do, and the buttons that do it, in either language. */
const acts = [
  {
    told: /Start login over\.|ログインを最初からやり直してください/,
    does: /^(Start login over|ログインをやり直す)$/,
  },
  {
    told: /Enter your password again\.|パスワードをもう一度入力してください/,
    does: /^(Enter your password again|パスワードをもう一度入力する)$/,
  },
  {
    told: /has expired\. Request a new one\.|再送して、新しい/,
    does: /^(Resend|Request a new)|再送する/,
  },
] as const;

/** What a document says in its page or a dialog, beside its buttons, and how they are called. */
const read = `(() => {
  const isDrawn = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true]");
  const places = ":is(main, [role=dialog], [role=alertdialog])";
  const all = (selector) => [...document.querySelectorAll(\`\${places} \${selector}\`)].filter(isDrawn);
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
  const isButton = (element) => element.closest("a, button") !== null;
  return {
    told: all(":is(p, span, div, li)")
      .filter((element) => !isButton(element))
      .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .map(({ data }) => data.trim()),
    buttons: all(":is(a[href], button)").map(nameOf),
  };
})()`;

/**
 * Sentences of a page, or of one that it frames, which tell to do what no button there does. A button
 * that counts down until it may be pressed is one that does.
 */
export async function judgeNamedActs(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const frame of loadedFrames(page)) {
    type Read = Readonly<Record<"told" | "buttons", readonly string[]>>;
    const { told, buttons } = await frame.evaluate<Read>(read);
    for (const act of acts) {
      const sentence = told.find((text) => act.told.test(text));
      if (sentence !== undefined && !buttons.some((name) => act.does.test(name)))
        found.push(`“${sentence}” is said, and no button is called so`);
    }
  }
  return found;
}
