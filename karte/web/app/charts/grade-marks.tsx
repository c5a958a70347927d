import { useLingui } from "@lingui/react/macro";
import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";
import type { TrendFrame, TrendShape } from "@sekimori/kit-charts/trend";
import { formatDay } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { language } from "../language.ts";
import { labelPlace } from "./label-place.ts";
import { presentScore } from "./present-score.ts";
import { useChosenPoint } from "./use-chosen-point.ts";

interface GradeMarksProps extends Pick<TrendFrame, "width" | "height" | "margin"> {
  readonly label: string;
  readonly shape: TrendShape;
  /** What the shape was laid out from. */
  readonly history: readonly GradePoint[];
}

/** More dots than this only thicken the line. */
const dotsMost = 40;

/** From here to the right a value stands before its line, so that it stays inside. */
const labelWidth = 150;

/**
 * The drawing itself: every word stands where what it names is. The value of a day shows under the
 * pointer, and by arrow keys while it has the focus.
 */
export function GradeMarks({ label, shape, width, height, margin, history }: GradeMarksProps) {
  const { t, i18n } = useLingui();
  const right = width - margin.right;
  const now = presentScore(history);
  const end = shape.dots.at(-1);
  const { chosen, handlers } = useChosenPoint(shape.dots);
  const point = chosen && history[chosen.index];
  const value =
    point &&
    `${formatDay(tokyoDay(new Date(point.at)), language.current())}  ${point.grade ?? "–"}  ${point.score ?? "–"}`;
  const day = (at: number) =>
    i18n.date(new Date(at), { month: "short", day: "numeric", timeZone: "UTC" });
  return (
    <>
      <svg
        {...handlers}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its values are read by arrow keys.
        tabIndex={0}
        aria-label={
          now
            ? t`${{ label }}: grade ${{ grade: now.grade }} now, ${{ score: now.score }} of 100 points`
            : t`${{ label }}: no grade now`
        }
        width={width}
        height={height}
        className="block touch-pan-y font-sans text-[0.75rem]"
      >
        {shape.bands.map((band, index) => (
          <g key={band.label}>
            {index % 2 === 0 && (
              <rect
                x={margin.left}
                y={band.y}
                width={right - margin.left}
                height={band.height}
                className="fill-sunken"
              />
            )}
            <text x={right + 10} y={band.y + band.height / 2 + 4} className="fill-muted font-700">
              {band.label}
            </text>
          </g>
        ))}
        {shape.dates.map(({ x, at }) => (
          <g key={at}>
            <line
              x1={x}
              x2={x}
              y1={height - margin.bottom}
              y2={height - margin.bottom + 5}
              className="stroke-border-strong"
            />
            <text
              x={x}
              y={height - 8}
              textAnchor={x < 30 ? "start" : x > right - 20 ? "end" : "middle"}
              className="fill-muted"
            >
              {day(at)}
            </text>
          </g>
        ))}
        <line
          x1={margin.left}
          x2={right}
          y1={height - margin.bottom}
          y2={height - margin.bottom}
          className="stroke-border-strong"
        />
        {shape.editions.map(({ x, edition }) => (
          <g key={x}>
            <line
              x1={x}
              x2={x}
              y1={margin.top}
              y2={height - margin.bottom}
              strokeDasharray="2 3"
              className="stroke-border-strong"
            />
            <text x={x - 5} y={margin.top + 11} textAnchor="end" className="fill-muted">
              {t`Scoring version ${{ edition }}`}
            </text>
          </g>
        ))}
        <path
          d={shape.line}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          className="stroke-key"
        />
        {shape.dots.length <= dotsMost &&
          shape.dots.map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r={2.5} className="fill-key" />
          ))}
        {/* Without a score now the last one is a point of the past like others. */}
        {now && end && (
          <>
            <circle
              cx={end.x}
              cy={end.y}
              r={4.5}
              className="fill-key stroke-ground"
              strokeWidth={2}
            />
            <text
              x={end.x - 8}
              y={labelPlace(shape.dots, { height, margin })}
              textAnchor="end"
              strokeWidth={4}
              paintOrder="stroke"
              className="fill-text stroke-ground text-[0.875rem] font-700"
            >
              {now.score}
            </text>
          </>
        )}
        {chosen && (
          <g>
            <line
              x1={chosen.x}
              x2={chosen.x}
              y1={margin.top}
              y2={height - margin.bottom}
              className="stroke-text"
            />
            <circle
              cx={chosen.x}
              cy={chosen.y}
              r={4.5}
              className="fill-text stroke-ground"
              strokeWidth={2}
            />
            <text
              x={chosen.x + (chosen.x > right - labelWidth ? -8 : 8)}
              y={margin.top + 4}
              textAnchor={chosen.x > right - labelWidth ? "end" : "start"}
              strokeWidth={4}
              paintOrder="stroke"
              className="fill-text stroke-ground text-[0.875rem] font-700 tabular-nums"
            >
              {value}
            </text>
          </g>
        )}
      </svg>
      <p className="sr-only" aria-live="polite">
        {value}
      </p>
    </>
  );
}
