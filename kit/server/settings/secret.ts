import { inspect } from "node:util";

const shown = "[secret]";

/**
 * A value that must not leave by accident: printing, logging or serialising it shows
 * "[secret]". Only `reveal()` gives the value.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
