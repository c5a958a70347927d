import { expect, test } from "vitest";
import { syncAddress } from "./address-sync.ts";

/** A portal whose pages take until `arrive` to come, and a guest that does as it is sent. */
function pair(path = "/site/list") {
  const sent: string[] = [];
  const history: string[] = [path];
  let underWay:
    | { readonly to: string; readonly replace: boolean; readonly done: () => void }
    | undefined;
  function navigate(to: string, replace = false): Promise<void> {
    underWay?.done();
    return new Promise<void>((done) => {
      underWay = { to, replace, done };
    });
  }
  const step = syncAddress({
    path,
    follow: navigate,
    send: (to) => sent.push(to),
    isLoading: () => underWay !== undefined,
  });
  return {
    step,
    sent,
    history,
    /** A person chooses a page of the portal's menu. */
    choose: (to: string) => void navigate(to),
    /** The page on its way is shown. */
    async arrive() {
      const { to, replace, done } = underWay ?? { to: "", replace: false, done: () => undefined };
      underWay = undefined;
      history.splice(history.length - (replace ? 1 : 0), 1, to);
      step.shown(to);
      done();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
    isStill: () => underWay === undefined,
  };
}

test("a guest that arrives where it was sent is told nothing", () => {
  const { step, sent, isStill } = pair();
  step.ready("/site/list");
  expect([sent, isStill()]).toEqual([[], true]);
});

test("a page chosen while the guest was loading is where it goes next", async () => {
  const { step, sent, choose, arrive } = pair();
  choose("/inventory");
  await arrive();
  step.ready("/site/list");
  expect(sent).toEqual(["/inventory"]);
});

test("the address follows the guest, and says nothing back", async () => {
  const { step, sent, history, arrive } = pair();
  step.ready("/site/list");
  step.navigated("/inventory");
  await arrive();
  expect([history, sent]).toEqual([["/site/list", "/inventory"], []]);
});

test("of two quick moves of the guest's, none is answered with the first", async () => {
  const { step, sent, history, arrive } = pair();
  step.ready("/site/list");
  step.navigated("/site/list?group=1");
  step.navigated("/site/list?group=1,2");
  await arrive();
  expect([history.at(-1), sent]).toEqual(["/site/list?group=1,2", []]);
});

test("a second move that comes as the first is shown", async () => {
  const { step, sent, history, arrive } = pair();
  step.ready("/site/list");
  step.navigated("/inventory");
  const shown = arrive();
  step.navigated("/inventory/domain");
  await shown;
  await arrive();
  expect([history.at(-1), sent]).toEqual(["/inventory/domain", []]);
});

test("there and back again, before the address has followed", async () => {
  const { step, sent, history, arrive } = pair();
  step.ready("/site/list");
  step.navigated("/inventory");
  step.navigated("/site/list");
  await arrive();
  expect([history.at(-1), sent]).toEqual(["/site/list", []]);
});

test("what a person chose is not undone by news of the guest's", async () => {
  const { step, sent, history, choose, arrive } = pair();
  step.ready("/site/list");
  choose("/report-request");
  step.navigated("/site/list?sort=grade");
  await arrive();
  expect([history.at(-1), sent]).toEqual(["/report-request", ["/report-request"]]);
});

test("a choice that supersedes the following of the guest reaches the guest", async () => {
  const { step, sent, history, choose, arrive } = pair();
  step.ready("/site/list");
  step.navigated("/inventory");
  choose("/report-request");
  await arrive();
  expect([history.at(-1), sent]).toEqual(["/report-request", ["/report-request"]]);
});

test("news that cross end where the guest is", async () => {
  const { step, history, choose, arrive, isStill } = pair();
  step.ready("/site/list");
  choose("/report-request");
  await arrive();
  // Said before it heard where to go, and then that it went.
  step.navigated("/inventory");
  step.navigated("/report-request");
  await arrive();
  expect([history.at(-1), isStill()]).toEqual(["/report-request", true]);
});

test("after a sign-in the address is where the guest came back to, in the same entry", async () => {
  const { step, sent, history, arrive } = pair("/workspace");
  step.ready("/workspace");
  step.ready("/workspace?act=close");
  await arrive();
  expect([history, sent]).toEqual([["/workspace?act=close"], []]);
});

test("a page chosen while the guest was away to sign in is not forgotten", async () => {
  const { step, sent, choose, arrive } = pair();
  step.ready("/site/list");
  choose("/inventory");
  await arrive();
  step.ready("/site/list");
  expect(sent).toEqual(["/inventory", "/inventory"]);
});
