import { useLingui } from "@lingui/react/macro";
import type { Grade as GradeWord } from "@sekimori/karte-contract/words";

/** One look a grade: good is calm, and only the worst speaks in the colour of danger. */
const looks: Readonly<Record<GradeWord, string>> = {
  A: "border-success-line bg-success-soft text-success",
  B: "border-key-line bg-key-soft text-key",
  C: "border-warning-line bg-warning-soft text-warning",
  D: "border-danger-line bg-danger-soft text-danger",
  E: "border-danger bg-danger text-on-danger",
};

const sizes = { small: "size-7 text-[0.875rem]", large: "size-16 text-[2rem]" } as const;

interface GradeProps {
  /** Null: not diagnosed yet. */
  readonly grade: GradeWord | null;
  readonly size?: keyof typeof sizes;
  /** What could not be decided might still make it worse. */
  readonly atMost?: boolean;
}

/** A grade as a tile; its letter says it, the colour only helps. */
export function Grade({ grade, size = "small", atMost = false }: GradeProps) {
  const { t } = useLingui();
  if (grade === null) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t`Not scanned yet`}</span>
      </span>
    );
  }
  const tile = (
    <span
      className={`inline-grid place-items-center rounded-6 border font-700 ${looks[grade]} ${sizes[size]}`}
    >
      <span className="sr-only">{t`Grade`} </span>
      {grade}
    </span>
  );
  if (!atMost) return tile;
  return (
    <span className="inline-flex items-baseline gap-2">
      {tile}
      <span className="text-[0.8125rem] text-muted">{t`or lower`}</span>
    </span>
  );
}
