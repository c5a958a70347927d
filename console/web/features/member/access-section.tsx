import { useLingui } from "@lingui/react/macro";
import type { Lock, MemberView } from "@sekimori/console-contract/endpoints/members";
import { useWriting } from "../../app/words/here.ts";
import { Facts, Section } from "../../app/words/section.tsx";
import { factorWords, lockWords, placeWords } from "./member-words.ts";

/** How a member signs in, what keeps them from it, and where they are signed in. */
export function AccessSection({ access }: Pick<MemberView, "access">) {
  const { t, i18n } = useLingui();
  const { locale, moment } = useWriting();
  const comma = locale === "ja" ? "、" : ", ";
  const { sessions, locks, ways, passkeys, externalIds, recoveryCodesLeft: codes } = access;
  const first = [
    ...(access.hasPassword ? [t`password`] : []),
    ...(externalIds > 0 ? [t`external ID`] : []),
    ...(passkeys > 0 ? [t`passkeys (${{ passkeys }})`] : []),
  ];
  return (
    <>
      <Section title={t`Login`}>
        <Facts
          facts={[
            { id: "first", label: t`Logs in with`, value: first.join(comma) || t`nothing` },
            {
              id: "second",
              label: t`Two-factor authentication`,
              value: ways.map((way) => i18n._(factorWords[way])).join(comma) || t`Off`,
            },
            ...(codes > 0 ? [{ id: "codes", label: t`Recovery codes left`, value: codes }] : []),
            ...(access.recoveryEndsAt === null
              ? []
              : [
                  {
                    id: "recovery",
                    label: t`Account recovery`,
                    value: t`In progress, until ${{ at: moment(access.recoveryEndsAt) }}`,
                  },
                ]),
            {
              id: "locks",
              label: t`Failed attempts`,
              value: locks.length === 0 ? t`Nothing` : <Locks locks={locks} />,
            },
          ]}
        />
      </Section>
      <Section title={t`Sessions`}>
        {sessions.count === 0 ? (
          <p className="text-muted">{t`The member isn't logged in on any device.`}</p>
        ) : (
          <Facts
            facts={sessions.latest.map(({ device, ipAddress, lastSeenAt }, index) => ({
              id: String(index),
              label: moment(lastSeenAt),
              value: `${device}${comma}${ipAddress}`,
            }))}
          />
        )}
        {sessions.count > sessions.latest.length && (
          <p className="mt-2 text-muted">{t`${{ count: sessions.count }} in total`}</p>
        )}
      </Section>
    </>
  );
}

function Locks({ locks }: { readonly locks: readonly Lock[] }) {
  const { t, i18n } = useLingui();
  const { moment } = useWriting();
  return (
    <ul>
      {locks.map(({ of, from, count, until }) => (
        <li key={`${of} ${from} ${count} ${until}`}>
          {t`${{ what: i18n._(lockWords[of]) }} from ${{ where: i18n._(placeWords[from]) }}: ${{ count }}`}
          {until !== null && (
            <strong className="block">{t`Refused until ${{ at: moment(until) }}`}</strong>
          )}
        </li>
      ))}
    </ul>
  );
}
