import { Canvas, type IllustrationProps } from "./canvas.tsx";
import { Gate, Ground, Hills, Stone } from "./scenery.tsx";

type Verdict = "coming" | "passed" | "stopped";

const sign: Record<Exclude<Verdict, "coming">, { ink: string; lines: string }> = {
  passed: { ink: "fill-success", lines: "m-4.5 0 3 3 6-6.5" },
  stopped: { ink: "fill-danger", lines: "M0-4.5v4.5M0 4v.1" },
};

/** A domain on its way: a plate with a globe and a name. */
function Domain({ x, y, verdict }: { x: number; y: number; verdict: Verdict }) {
  const mark = verdict === "coming" ? undefined : sign[verdict];
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        className={`fill-surface ${verdict === "stopped" ? "stroke-danger" : "stroke-key"}`}
        strokeWidth={2}
        width={92}
        height={30}
        rx={6}
      />
      <circle className="stroke-key" strokeWidth={1.6} cx={17} cy={15} r={7} />
      <path
        className="stroke-key"
        strokeWidth={1.2}
        d="M10 15h14M17 8c4 4 4 10 0 14M17 8c-4 4-4 10 0 14"
      />
      <path className="stroke-key-line" strokeWidth={4} d="M34 15h42" />
      {mark && (
        <g transform="translate(92 0)">
          <circle className={`${mark.ink} stroke-ground`} strokeWidth={3} r={11} />
          <path className="stroke-on-key" strokeWidth={2.2} d={mark.lines} />
        </g>
      )}
    </g>
  );
}

/** Domains arrive at a gate; some have passed, one is held. */
export function WatchIllustration(props: IllustrationProps) {
  return (
    <Canvas size={[480, 340]} {...props}>
      <Hills sun={392} />
      <path
        className="stroke-key-line"
        strokeWidth={2}
        strokeDasharray="2 9"
        d="M8 191h464M8 231h464M8 271h464"
      />
      <Ground width={480} y={300} />
      <Gate x={140} y={104} />
      <Domain x={14} y={176} verdict="coming" />
      <Domain x={50} y={216} verdict="coming" />
      <Domain x={192} y={256} verdict="stopped" />
      <Domain x={346} y={176} verdict="passed" />
      <Domain x={372} y={216} verdict="passed" />
      <Stone x={96} y={300} />
    </Canvas>
  );
}
