import { Canvas, type IllustrationProps } from "./canvas.tsx";
import { Ground, Hills } from "./scenery.tsx";

const findings = [
  { y: 206, length: 26, ink: "stroke-danger" },
  { y: 226, length: 52, ink: "stroke-warning" },
  { y: 246, length: 96, ink: "stroke-key" },
] as const;

/** A diagnosis on paper: a grade, findings by severity, and the glass that found them. */
export function ReportIllustration(props: IllustrationProps) {
  return (
    <Canvas size={[480, 340]} {...props}>
      <Hills sun={74} />
      <Ground width={480} y={300} />
      <path className="fill-key-soft stroke-key" strokeWidth={2} d="M176 44h182v256H176z" />
      <path className="fill-surface stroke-key" strokeWidth={2} d="M140 60h156l34 34v206H140z" />
      <path className="fill-key-soft stroke-key" strokeWidth={2} d="M296 60v34h34z" />
      <path className="stroke-key" strokeWidth={5} d="M162 86h72" />
      <path className="stroke-key-line" strokeWidth={4} d="M162 102h104" />
      <circle className="stroke-key-soft" strokeWidth={9} cx={194} cy={150} r={27} />
      <path
        className="stroke-success"
        strokeWidth={9}
        strokeLinecap="butt"
        d="M194 123a27 27 0 1 1-26 34"
      />
      <path className="stroke-text" strokeWidth={3.5} d="m186 161 8-22 8 22M189 154h10" />
      <path className="stroke-key-line" strokeWidth={4} d="M242 140h64M242 156h46" />
      <path className="stroke-border" strokeWidth={1.5} d="M162 188h146" />
      {findings.map(({ y, length, ink }) => (
        <g key={y} strokeWidth={6}>
          <path className={ink} d={`M165 ${y}h.1`} />
          <path className={ink} d={`M182 ${y}h${length}`} />
        </g>
      ))}
      <path className="stroke-key-line" strokeWidth={4} d="M162 274h92" />
      <g transform="translate(334 232)">
        <path className="stroke-key" strokeWidth={9} d="m28 28 32 34" />
        <circle className="fill-ground stroke-key" strokeWidth={5} r={38} />
        <path
          className="fill-key"
          d="M-21-16h42v5h-42zM-16-11h5v28h-5zM11-11h5v28h-5zM-11-5h22v3h-22z"
        />
        <circle className="fill-danger" cx={0} cy={10} r={6} />
      </g>
    </Canvas>
  );
}
