import type { Localized } from "@sekimori/kit-contract/locale";

/** What the company does with a card, decided by its number alone. */
export type CardBehaviour =
  | "success"
  | "challenge"
  | "challenge_slow"
  | "challenge_fails"
  | "declined"
  | "expired_card"
  | "issuer_unreachable"
  | "gateway_error"
  | "charge_declined"
  | "charge_gateway_error"
  | "charge_slow_answer"
  | "charge_lost_answer"
  | "charge_declined_lost"
  | "charge_needs_authentication"
  | "charge_recovers"
  | "refund_slow"
  | "refund_fails";

interface BehaviourRule {
  /** What happens, for the people who read the table. */
  readonly explanation: Localized;
  /** The cards' numbers, each of one brand. */
  readonly numbers: readonly [string, ...string[]];
}

/**
 * The one table of test cards: the company obeys it, the control page and docs/guide/sandbox.md show it.
 * Any expiry in the future, any security code of the brand's length and any holder do.
 * A number that is not here is refused, so that no real card is ever taken.
 */
export const testCards: Readonly<Record<CardBehaviour, BehaviourRule>> = {
  success: {
    explanation: {
      ja: "3-Dセキュアの画面なしで登録でき、課金も成功します。",
      en: "Registers without a 3-D Secure screen; charges succeed.",
    },
    numbers: [
      "4111110000001003",
      "5555550000001000",
      "3530110000001008",
      "378282000001006",
      "36227200001003",
    ],
  },
  challenge: {
    explanation: {
      ja: "3-Dセキュアの画面で認証コードを求めます。正しいコードで登録でき、課金も成功します。",
      en: "Asks for a code on the 3-D Secure screen. With the right one, the card is registered and charges succeed.",
    },
    numbers: [
      "4111110000002001",
      "5555550000002008",
      "3530110000002006",
      "378282000002004",
      "36227200002001",
    ],
  },
  challenge_slow: {
    explanation: {
      ja: "認証コードは通りますが、5秒間「authenticated」のままで、その後に登録が完了します。",
      en: "The code is accepted, but the registration stays “authenticated” for five seconds before it succeeds.",
    },
    numbers: ["4111110000002209"],
  },
  challenge_fails: {
    explanation: {
      ja: "正しいコードを入力しても、カード会社が本人認証を拒否します（three_d_secure）。",
      en: "The issuer refuses the 3-D Secure authentication even with the right code (three_d_secure).",
    },
    numbers: ["4111110000002100"],
  },
  declined: {
    explanation: {
      ja: "登録時にカード会社が拒否します（declined）。",
      en: "The issuer declines the registration (declined).",
    },
    numbers: ["4111110000003009", "5555550000003006"],
  },
  expired_card: {
    explanation: {
      ja: "期限切れのカードとして登録を拒否します（declined、decline_code は expired_card）。",
      en: "The registration is declined as an expired card (declined, decline_code expired_card).",
    },
    numbers: ["4111110000003108"],
  },
  issuer_unreachable: {
    explanation: {
      ja: "カード会社に接続できず、登録に失敗します（gateway）。",
      en: "The issuer can't be reached and the registration fails (gateway).",
    },
    numbers: ["4111110000003207"],
  },
  gateway_error: {
    explanation: {
      ja: "登録の呼び出しにHTTP 500を返し、何も記録しません。",
      en: "The registration call is answered with HTTP 500 and nothing is recorded.",
    },
    numbers: ["4111110000003306"],
  },
  charge_declined: {
    explanation: {
      ja: "登録はできますが、その後の課金は拒否されます（declined）。",
      en: "Registers, but every later charge is declined (declined).",
    },
    numbers: ["4111110000004007", "3530110000004002"],
  },
  charge_gateway_error: {
    explanation: {
      ja: "登録はできますが、課金の呼び出しにHTTP 500を返し、課金しません。",
      en: "Registers, but the charge call is answered with HTTP 500 and nothing is charged.",
    },
    numbers: ["4111110000004106"],
  },
  charge_slow_answer: {
    explanation: {
      ja: "課金は成立しますが、応答は35秒後です（呼び出し側はタイムアウトします）。同じ冪等キーの再送には、すぐに応答します。",
      en: "The charge is made but answered only after 35 seconds (the caller times out). A repeat with the same idempotency key is answered at once.",
    },
    numbers: ["4111110000004205"],
  },
  charge_lost_answer: {
    explanation: {
      ja: "課金は成立しますが、応答せずに接続を切ります。同じ冪等キーの再送には、すぐに応答します。",
      en: "The charge is made, then the connection is dropped without an answer. A repeat with the same idempotency key is answered at once.",
    },
    numbers: ["4111110000004304"],
  },
  charge_declined_lost: {
    explanation: {
      ja: "登録はできますが、その後の課金は紛失カードとして拒否されます（lost_card）。再試行しても成功しません。",
      en: "Registers, but every later charge is declined as a lost card (lost_card). Trying again never helps.",
    },
    numbers: ["4111110000004403"],
  },
  charge_needs_authentication: {
    explanation: {
      ja: "登録はできますが、カード名義人のいない課金は、本人の認証が必要として拒否されます（authentication_required）。本人がいれば3-Dセキュアの認証後に成功します。",
      en: "Registers, but a charge without its holder is refused (authentication_required). With its holder present it succeeds after 3-D Secure.",
    },
    numbers: ["4111110000004502"],
  },
  charge_recovers: {
    explanation: {
      ja: "登録はできますが、最初の3回の課金は拒否され、4回目から成功します。",
      en: "Registers; the first three charges are declined, from the fourth on they succeed.",
    },
    numbers: ["4111110000004601"],
  },
  refund_slow: {
    explanation: {
      ja: "課金は成功します。返金は5秒間「pending」のままで、その後に成功します。",
      en: "Charges succeed. A refund stays “pending” for five seconds before it succeeds.",
    },
    numbers: ["4111110000004700"],
  },
  refund_fails: {
    explanation: {
      ja: "課金は成功します。返金は5秒間「pending」のままで、その後に失敗します。",
      en: "Charges succeed. A refund stays “pending” for five seconds and then fails.",
    },
    numbers: ["4111110000004809"],
  },
};

const behaviourByNumber = new Map<string, CardBehaviour>(
  (Object.keys(testCards) as CardBehaviour[]).flatMap((behaviour) =>
    testCards[behaviour].numbers.map((number) => [number, behaviour] as const),
  ),
);

/** The behaviour of a test card; undefined for a number that is not in the table. */
export function behaviourOf(number: string): CardBehaviour | undefined {
  return behaviourByNumber.get(number);
}
