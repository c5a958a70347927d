import { useLingui } from "@lingui/react/macro";
import type { Candidate } from "@sekimori/karte-contract/endpoints/discovery";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useState } from "react";
import { Moment } from "../../app/words/moment.tsx";
import { relationWords, strengthWords } from "./candidate-words.ts";

interface CandidateTableProps {
  readonly candidates: readonly Candidate[];
  readonly onJudge: (ids: readonly string[], state: "added" | "dismissed") => Promise<void>;
}

const tones = { strong: "success", medium: "neutral", weak: "neutral" } as const;

/** Each name with every way that led to it, which is the evidence, and what is to become of it. */
export function CandidateTable({ candidates, onJudge }: CandidateTableProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<string>();

  async function judge(id: string, state: "added" | "dismissed") {
    setBusy(id);
    await onJudge([id], state);
    setBusy(undefined);
  }

  return (
    <Table label={t`Domains that may be yours`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`How it was found`}</ColumnHeader>
          <ColumnHeader>{t`First seen`}</ColumnHeader>
          <ColumnHeader>{t`Decision`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {candidates.map(({ id, name, strength, paths, firstSeenAt }) => (
          <Row key={id}>
            <RowHeader>
              <bdi className="break-all">{name.unicode}</bdi>
              {name.unicode !== name.ascii && (
                <span className="block text-[0.875rem] break-all text-muted">{name.ascii}</span>
              )}
              <span className="mt-1 block">
                <Badge tone={tones[strength]}>{i18n._(strengthWords[strength])}</Badge>
              </span>
            </RowHeader>
            <Cell>
              <ul>
                {paths.map(({ relation, from, evidence }) => (
                  <li key={`${relation} ${from}`}>
                    {i18n._(relationWords[relation])}
                    <span className="block text-[0.875rem] break-all text-muted">
                      {`${from} → ${evidence}`}
                    </span>
                  </li>
                ))}
              </ul>
            </Cell>
            <Cell>
              <Moment at={firstSeenAt} />
            </Cell>
            <Cell>
              <div className="flex flex-wrap gap-2">
                <Button
                  pending={busy === id}
                  aria-label={t`Add ${{ name: name.unicode }}`}
                  onClick={() => void judge(id, "added")}
                >
                  {t`Add`}
                </Button>
                <Button
                  aria-label={t`Not ours: ${{ name: name.unicode }}`}
                  onClick={() => void judge(id, "dismissed")}
                >
                  {t`Not ours`}
                </Button>
              </div>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
