import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import type {
  SecondFactorWay,
  TypedProof,
} from "@sekimori/portal-contract/endpoints/authenticators";
import {
  confirmReauthentication,
  proveAgain,
  reauthenticate,
  resendReauthentication,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authenticatorsQuery } from "../authenticators-query.ts";
import { client } from "../client.ts";
import { knowsPasskeys } from "../passkey/passkey.ts";
import { usePasskeyPress } from "../passkey/use-passkey-press.ts";
import { usePasswordForm } from "../present-password/use-password-form.ts";
import { useResend } from "../resend/use-resend.ts";
import { firstWay } from "../second-factor/first-way.ts";
import type { ProofWay } from "../second-factor/use-proof-form.ts";
import { provePasskey } from "./prove-passkey.ts";

interface AskedCode {
  readonly ways: readonly SecondFactorWay[];
  readonly resendAt: string | null;
}

/** The second factor is asked for by what no mail brings. */
export interface ProofStep {
  readonly way: ProofWay;
  readonly ways: readonly SecondFactorWay[];
  readonly choose: (way: ProofWay) => void;
  /** Back to the password, after too many wrong codes or too long a time. */
  readonly restart: () => void;
  readonly prove: (proof: TypedProof) => Promise<void>;
  /** Has the browser ask for a passkey. */
  readonly provePasskey: () => Promise<void>;
}

/**
 * Asking again who somebody is: the password and, where two-factor is on, the second factor: the
 * code that the server has mailed then, or what `proof` asks for.
 *
 * @param onDone called when the sign-in counts as fresh.
 * @param label of the password's field.
 */
export function useCodeStep(label: string, onDone: () => unknown) {
  const { t } = useLingui();
  /** What is asked for beside the password; nothing before that was right. */
  const [asked, setAsked] = useState<AskedCode>();
  const [chosen, setChosen] = useState<ProofWay>();

  const password = usePasswordForm({
    label,
    async onSubmit(body) {
      const answer = await client.call(reauthenticate, { body });
      if (answer.status === "OTP_VERIFY") setAsked(answer);
      else await onDone();
    },
    place: ({ type }) => {
      if (type === "OldPasswordWrong") return "password";
      return type === "TooManyRequest" ? "form" : undefined;
    },
  });
  const code = useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: { code: { label: t`One-time password`, digits: true } },
    validator: async () => schemaValidator((await import("./code-schema.ts")).codeOnlySchema),
    async onSubmit(body) {
      await client.call(confirmReauthentication, { body });
      await onDone();
    },
    place: ({ type }) => {
      if (type === "OTPInvalid" || type === "OTPExpired") return "code";
      return type === "OTPExceeded" || type === "TooManyRequest" ? "form" : undefined;
    },
  });
  function restart() {
    code.clear();
    setAsked(undefined);
    setChosen(undefined);
  }
  const again = useResend(asked?.resendAt, async () => {
    const { resendAt } = await client.call(resendReauthentication, { body: {} });
    setAsked((before) => before && { ...before, resendAt });
  });
  // After too many wrong codes another try begins with the password.
  const isOver = isApiError(code.problems.error, "OTPExceeded");
  const first = firstWay(asked?.ways ?? []);
  async function byPasskey() {
    await provePasskey();
    await onDone();
  }
  const proof: ProofStep | undefined =
    asked === undefined || first === undefined || first === "email"
      ? undefined
      : {
          way: chosen ?? first,
          ways: asked.ways,
          choose: setChosen,
          restart,
          async prove(body) {
            await client.call(proveAgain, { body });
            await onDone();
          },
          provePasskey: byPasskey,
        };
  const press = usePasskeyPress(byPasskey);
  const { data: authenticators } = useQuery(authenticatorsQuery, queryClient);
  const hasPasskey = knowsPasskeys() && (authenticators?.passkeys.length ?? 0) > 0;
  return {
    password,
    code,
    again,
    isOver,
    proof,
    asksCode: asked !== undefined,
    restart,
    /** In the password's place, where the account has one and the browser knows of them. */
    passkey: hasPasskey ? press : undefined,
  };
}
