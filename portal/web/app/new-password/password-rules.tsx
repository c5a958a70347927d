import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { CheckIcon, MinusIcon } from "@sekimori/kit-web/icons";
import {
  type PasswordRule,
  passwordMinimum,
  passwordRules,
  passwordSymbols,
  unmetPasswordRules,
} from "@sekimori/portal-contract/password-policy";

interface PasswordRulesProps {
  readonly id: string;
  readonly password: string;
  /** It has been sent and did not do: what is missing stands out. */
  readonly refused: boolean;
  readonly maximum: number;
  readonly personal: readonly string[];
}

function sentences(maximum: number): Record<PasswordRule, MessageDescriptor> {
  return {
    length: msg`${{ minimum: passwordMinimum }} to ${{ maximum }} characters`,
    uppercase: msg`An uppercase letter (A–Z)`,
    lowercase: msg`A lowercase letter (a–z)`,
    digit: msg`A digit (0–9)`,
    symbol: msg`A symbol`,
    characters: msg`Only the letters A–Z and a–z, digits and the symbols below`,
    personal: msg`Not your name or email address`,
  };
}

/** Each rule of the password policy and whether what is typed meets it yet (specification 5). */
export function PasswordRules({ id, password, refused, maximum, personal }: PasswordRulesProps) {
  const { t, i18n } = useLingui();
  const unmet = unmetPasswordRules(password, { maximum, personal });
  const typed = password !== "";
  const met = passwordRules.length - unmet.length;
  const texts = sentences(maximum);
  return (
    <div className="mt-4 rounded-8 bg-sunken px-4 py-3.5 text-[0.875rem] leading-[1.6]">
      <p id={id} className="font-700">{t`Password requirements`}</p>
      <ul aria-labelledby={id} className="mt-2 grid gap-y-1.5">
        {passwordRules.map((rule) => {
          const good = typed && !unmet.includes(rule);
          const tone = good ? "text-success" : refused ? "text-danger" : "text-muted";
          return (
            <li key={rule} className={`flex gap-2 ${tone}`}>
              {good ? (
                <CheckIcon strokeWidth={2.5} className="mt-[0.15em] shrink-0" />
              ) : (
                <MinusIcon className="mt-[0.15em] shrink-0" />
              )}
              <span>
                {i18n._(texts[rule])}
                {typed && <span className="sr-only">{good ? t`: met` : t`: not met yet`}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 border-t border-border pt-2.5 text-muted">
        {t`Symbols:`}{" "}
        <code className="font-mono break-all" style={{ letterSpacing: "0.18em" }}>
          {passwordSymbols}
        </code>
      </p>
      <p role="status" className="sr-only">
        {typed && t`${{ met }} of ${{ total: passwordRules.length }} requirements met`}
      </p>
    </div>
  );
}
