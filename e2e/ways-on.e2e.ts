import { describe } from "vitest";
import { expect, test } from "./support/test.ts";
import { judgeWayOn } from "./support/way-on.ts";

// What every look at a page asks of it (support/accessibility.ts), asked of pages made up for it.

const none = "nothing leads on from here";
const dialog = '<main inert><a href="/x">On</a></main><div role="dialog">';
const framed = `srcdoc="<main><a href='https://x.example/'>On</a></main>"></iframe></main>`;
const tooMany = "Too many incorrect attempts. Start login over.";
const passwordAgain = "<button>パスワードをもう一度入力する</button></main>";

const states: Readonly<Record<string, readonly [page: string, found?: string]>> = {
  "a link": ['<main><a href="/x">On</a></main>'],
  "a menu": ['<main><button aria-expanded="false" aria-haspopup="menu">More</button></main>'],
  "a dialog that closes": [`${dialog}<button>Close</button></div>`],
  "a dialog that does not": [`${dialog}Wait</div>`, none],
  "a page in a frame": [`<main><iframe ${framed}`],
  "a frame laid aside": [`<main><iframe inert ${framed}`, none],
  "the page's frame alone": [
    '<header><a href="/">Logo</a></header><main></main><footer><button>English</button></footer>',
    none,
  ],
  "what cannot be pressed": [
    '<main><button disabled>On</button><a href="/x" style="display: none">On</a></main>',
    none,
  ],
  "what stays where one is": [
    '<main><a href="#x">Part</a><button role="tab">Tab</button><button aria-expanded="false">Unfold</button></main>',
    none,
  ],
  "an answer on its way": ['<main><button aria-busy="true" aria-disabled="true">…</button></main>'],
  "a text without its button": [
    `<main><p>${tooMany}</p><button>Enter your password again</button></main>`,
    `“${tooMany}” is said, and no button is called so`,
  ],
  "a text and its button": [
    `<main><p>入力の誤りが上限に達しました。パスワードをもう一度入力してください。</p>${passwordAgain}`,
  ],
};

describe("a way on", () => {
  test("is found where there is one, and missed where there is none", async ({ visit }) => {
    const { page } = await visit();
    for (const [state, [html, ...found]] of Object.entries(states)) {
      await page.setContent(html);
      expect(await judgeWayOn(page), state).toEqual(found);
    }
  });
});
