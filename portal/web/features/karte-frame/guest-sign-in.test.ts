import { expect, test } from "vitest";
import { StepUpCancelled } from "../../app/sentences/step-up-cancelled.ts";
import { guestSignIn } from "./guest-sign-in.ts";

const guestOrigin = "https://karte.example";
const request = (state: string) =>
  `client_id=karte&redirect_uri=${encodeURIComponent(`${guestOrigin}/openid/callback`)}&state=${state}`;

/** A frame that notes where it is sent, and a person who is asked for the password. */
function framed() {
  const sent: (string | null)[] = [];
  const questions: { readonly answer: () => void; readonly cancel: () => void }[] = [];
  const signIn = guestSignIn({
    guestOrigin,
    confirm: () =>
      new Promise((resolve, reject) =>
        questions.push({ answer: resolve, cancel: () => reject(new StepUpCancelled()) }),
      ),
    send: (address) => sent.push(new URL(address, guestOrigin).searchParams.get("state")),
  });
  return { signIn, sent, questions };
}

test("two hundred requests are one", () => {
  const { signIn, sent } = framed();
  for (let count = 0; count < 200; count++) void signIn.asked(request(`s${count}`), false);
  signIn.loaded();
  expect(sent).toEqual(["s0"]);
});

test("another one goes after the frame has loaded", () => {
  const { signIn, sent } = framed();
  void signIn.asked(request("one"), false);
  signIn.loaded();
  void signIn.asked(request("two"), false);
  expect(sent).toEqual(["one", "two"]);
});

test("what the next page asks for before the browser is done with it is not lost", () => {
  const { signIn, sent } = framed();
  void signIn.asked(request("one"), false);
  void signIn.asked(request("of the page before"), false);
  signIn.ready();
  void signIn.asked(request("two"), false);
  expect(sent).toEqual(["one"]);
  signIn.loaded();
  expect(sent).toEqual(["one", "two"]);
});

test("a page that floods and calls itself loaded gets one request for each load", () => {
  const { signIn, sent } = framed();
  for (let count = 0; count < 200; count++) {
    void signIn.asked(request(`s${count}`), false);
    signIn.ready();
  }
  signIn.loaded();
  expect(sent).toEqual(["s0", "s199"]);
});

test("another's request is none", () => {
  const { signIn, sent } = framed();
  void signIn.asked("redirect_uri=https%3A%2F%2Fevil.example%2F", true);
  expect(sent).toEqual([]);
});

test("a recent sign-in is sent once the person has proved who they are, and asked for once", async () => {
  const { signIn, sent, questions } = framed();
  const asked = signIn.asked(request("recent"), true);
  void signIn.asked(request("again"), true);
  expect([questions.length, sent]).toEqual([1, []]);
  questions[0]?.answer();
  await asked;
  expect(sent).toEqual(["recent"]);
});

test("cancelled, nothing is sent, and it can be begun again", async () => {
  const { signIn, sent, questions } = framed();
  const asked = signIn.asked(request("recent"), true);
  questions[0]?.cancel();
  await asked;
  const again = signIn.asked(request("again"), true);
  questions[1]?.answer();
  await again;
  expect(sent).toEqual(["again"]);
});

test("a session that ends while the person is asked is renewed at once; the proof counts after", async () => {
  const { signIn, sent, questions } = framed();
  const asked = signIn.asked(request("recent"), true);
  void signIn.asked(request("renewed"), false);
  expect(sent).toEqual(["renewed"]);
  questions[0]?.answer();
  await asked;
  expect(sent).toEqual(["renewed", "recent"]);
});
