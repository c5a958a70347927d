import { useLingui } from "@lingui/react/macro";
import { personName } from "@sekimori/kit-contract/person-name";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import type { SignInRule } from "@sekimori/portal-contract/endpoints/sign-in-rules";
import { useQuery } from "@tanstack/react-query";
import { language } from "../../app/language.ts";
import { kindWords } from "./rule-words.ts";
import { previewQuery } from "./rules-query.ts";

/** Whom a rule affects as things are. */
export function RulePreview({ rule }: { readonly rule: SignInRule }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(previewQuery(rule), queryClient);
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  const { affected, members, people, elsewhere, unseen } = data;
  const words = kindWords[rule.kind];
  return (
    <div aria-live="polite">
      <p className="font-700">
        {i18n._(affected === 0 ? words.nobody : words.affected({ affected, members }))}
      </p>
      {elsewhere > 0 && (
        <p className="text-muted">{t`Without a password, so not affected: ${{ elsewhere }}`}</p>
      )}
      {unseen > 0 && (
        <p className="text-muted">{t`No login on record, so not known: ${{ unseen }}`}</p>
      )}
      {people.length > 0 && (
        <Disclosure className="mt-2" summary={t`Show who`}>
          <ul>
            {people.map(({ firstName, lastName, email }) => (
              <li key={email} className="py-1 wrap-anywhere">
                {personName(firstName, lastName, language.current())}{" "}
                <span className="text-muted">{email}</span>
              </li>
            ))}
          </ul>
          {affected > people.length && (
            <p className="text-muted">{t`And others: ${{ more: affected - people.length }}`}</p>
          )}
        </Disclosure>
      )}
    </div>
  );
}
