import { useLingui } from "@lingui/react/macro";
import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";
import { gradeFloors } from "@sekimori/karte-contract/grade-floors";
import { type TrendFrame, trendShape } from "@sekimori/kit-charts/trend";
import { tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { GradeMarks } from "./grade-marks.tsx";
import { GradeTable } from "./grade-table.tsx";
import { useWidth } from "./use-width.ts";

interface GradeChartProps {
  /** Whose grade it is; names the picture and its table. */
  readonly label: string;
  /** In rising order of time. */
  readonly history: readonly GradePoint[];
  /** Each point is a day's; else a run's end, with its time. */
  readonly byDay?: boolean;
}

const height = 220;
const margin = { top: 16, right: 44, bottom: 28, left: 8 };
/** Room that one date needs. */
const dateWidth = 90;

const bands: TrendFrame["bands"] = gradeFloors.map(([label, from], index) => ({
  label,
  from,
  to: gradeFloors[index - 1]?.[1] ?? 100,
}));

/** A grade over time: the score as a line over the grades' ranges, and the same as a table. */
export function GradeChart({ label, history, byDay = false }: GradeChartProps) {
  const { t } = useLingui();
  const [box, width] = useWidth<HTMLDivElement>();
  // Days begin at midnight in Tokyo.
  const points = history.map(({ at, score, scoreVersion }) => ({
    at: Date.parse(at) + tokyoOffsetMs,
    value: score,
    edition: scoreVersion,
  }));
  if (points.length === 0) return <p className="text-muted">{t`No history yet.`}</p>;
  const dates = Math.max(2, Math.floor(width / dateWidth));
  const shape = trendShape(points, { width, height, margin, values: [0, 100], bands, dates });
  return (
    <figure>
      <div ref={box} style={{ minHeight: height }}>
        {width > 0 && (
          <GradeMarks
            label={label}
            shape={shape}
            width={width}
            height={height}
            margin={margin}
            history={history}
          />
        )}
      </div>
      <Disclosure summary={t`Show as a table`} className="mt-2 text-[0.875rem]">
        <GradeTable label={label} history={history} byDay={byDay} />
      </Disclosure>
    </figure>
  );
}
