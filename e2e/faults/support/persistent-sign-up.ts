import { setTimeout } from "node:timers/promises";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import {
  agreeConsent,
  confirmInformation,
  confirmSignUp,
  editInformation,
  service,
  signUp,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { individual, password } from "@sekimori/portal-server/testing/sign-up-calls";
import type { History } from "./history.ts";
import { type Answer, Person, Refused } from "./person.ts";
import type { Surroundings } from "./standing.ts";

const mostCuts = 20;

/** The product is up, has more to do than it can, and said when to come back. */
class ToldToWait extends Error {
  override readonly name = "ToldToWait";
}

/**
 * One person's sign-up that goes on after every failure, as people do: it looks where it stands
 * and repeats what had no answer, until the person is a member.
 */
export class PersistentSignUp {
  readonly email: string;
  readonly person: Person;
  readonly #world: Surroundings;
  readonly #history: History;
  readonly #onAnswer: () => void;
  #isStarted = false;
  /** From the oldest mail whose code was not refused yet. */
  #code: string | undefined;

  constructor(world: Surroundings, history: History, email: string, onAnswer: () => void) {
    this.email = email;
    this.person = new Person(world.origin);
    this.#world = world;
    this.#history = history;
    this.#onAnswer = onAnswer;
  }

  /** Takes steps until done. @throws when a step has no answer; call again to go on. */
  async run(): Promise<void> {
    if (!this.#isStarted) {
      await this.#do("sign-up", () =>
        this.person.attempt(signUp, {
          body: { email: this.email, plan: "free", locale: "en" },
        }),
      );
      this.#isStarted = true;
    }
    for (;;) {
      const state = await this.person.attempt(service, {});
      if (state.status === 401) {
        // The sign-up is over; the answer that said so was lost.
        await this.#do("sign-in", () =>
          this.person.attempt(signIn, { body: { email: this.email, password } }),
        );
        return;
      }
      if (state.status !== 200) throw new Refused("service", state);
      const { flow, agreement, shown } = service.response.parse(state.json());
      if (flow.step === "agreement") {
        await this.#do("agree", () =>
          this.person.attempt(agreeConsent, {
            body: {
              documents: agreement?.documents ?? [],
              shown: shown ?? "",
              agreed: true,
              promotionalMail: false,
              locale: "en",
            },
          }),
        );
        return;
      }
      await this.#step(flow.step);
    }
  }

  /**
   * Goes on until done. Being told to come back later is no failure: a product that sheds load says
   * so to most of a thousand who come at once, and the test's own time bounds how often.
   *
   * @param again resolves when there may be somebody to ask again.
   * @returns how often it was cut off.
   * @throws the last failure when it is cut off more often than any fault explains.
   */
  async runToTheEnd(again: () => Promise<void> | undefined): Promise<number> {
    for (let cut = 0; ; ) {
      try {
        await this.run();
        return cut;
      } catch (error) {
        if (!(error instanceof ToldToWait)) {
          if (cut === mostCuts) throw error;
          cut += 1;
        }
        await again();
      }
    }
  }

  async #step(step: string): Promise<void> {
    if (step === "verification") {
      this.#code ??= await this.#world.mails.code(this.email);
      const code = this.#code;
      const answer = await this.#do("code", () =>
        this.person.attempt(confirmSignUp, { body: { code } }),
      );
      // Of a sign-up that was begun twice: the next mail has the right one.
      if (answer.status === 400) this.#code = undefined;
    } else if (step === "information") {
      await this.#do("information", () =>
        this.person.attempt(editInformation, { body: { information: individual, password } }),
      );
    } else {
      await this.#do("confirm", () => this.person.attempt(confirmInformation, { body: {} }));
    }
  }

  async #do(kind: string, work: () => Promise<Answer>): Promise<Answer> {
    let answer: Answer | undefined;
    await this.#history.record(this.email, kind, undefined, async () => {
      answer = await work();
      return answer;
    });
    this.#onAnswer();
    const seconds = Number(answer?.headers.get("retry-after") ?? 0);
    if (answer?.status === 503 && seconds > 0) {
      await setTimeout(seconds * 1000);
      throw new ToldToWait(`${kind} is to come back later.`);
    }
    if (!answer || answer.status >= 500) throw new Error(`${kind} had no answer.`);
    if (answer.status >= 400 && kind !== "code") throw new Refused(kind, answer);
    return answer;
  }
}
