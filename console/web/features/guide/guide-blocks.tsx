import { useLingui } from "@lingui/react/macro";
import { Cell, ColumnHeader, Row, Table } from "@sekimori/kit-web/primitives/table";
import { CopyField } from "@sekimori/kit-web/shell/copy-field";
import { GuideText } from "./guide-text.tsx";
import type { GuideBlock } from "./read-guide.ts";

/** A guide, below each other: what one reads, and what one takes along. */
export function GuideBlocks({ blocks }: { readonly blocks: readonly GuideBlock[] }) {
  const shown = blocks.map((block, at) => ({ block, at }));
  return (
    <div lang="en" className="grid max-w-[52rem] gap-4">
      {shown.map(({ block, at }) => (
        <Block key={at} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { readonly block: GuideBlock }) {
  const { t } = useLingui();
  switch (block.kind) {
    case "heading":
      return (
        <h2 className="mt-4 text-std-18B-160">
          <GuideText text={block.text} />
        </h2>
      );
    case "text":
      return (
        <p>
          <GuideText text={block.text} />
        </p>
      );
    case "list":
      return (
        <ul className="list-disc pl-6">
          {block.items.map((item) => (
            <li key={item}>
              <GuideText text={item} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return <CopyField label={block.name} text={block.text} />;
    case "table":
      return <GuideTable label={t`What can go wrong`} rows={block.rows} />;
  }
}

interface GuideTableProps {
  readonly label: string;
  readonly rows: readonly (readonly string[])[];
}

function GuideTable({ label, rows: [head = [], ...body] }: GuideTableProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          {head.map((cell) => (
            <ColumnHeader key={cell}>
              <GuideText text={cell} />
            </ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((cells) => (
          <Row key={cells.join("|")}>
            {cells.map((cell, at) => (
              <Cell key={head[at] ?? cell} className="py-1.5 align-top">
                <GuideText text={cell} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
