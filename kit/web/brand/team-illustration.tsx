import { Canvas, type IllustrationProps } from "./canvas.tsx";
import { Ground, Hills } from "./scenery.tsx";

/** Someone behind the table: head, shoulders, and the coat's collar. */
function Keeper({ x, y, coat, collar }: { x: number; y: number; coat: string; collar: string }) {
  return (
    <g transform={`translate(${x} ${y})`} strokeWidth={2}>
      <path className={`${coat} stroke-key`} d="M-46 84c0-42 16-62 46-62s46 20 46 62Z" />
      <path className={collar} strokeWidth={3} d="m-13 24 13 26 13-26" />
      <circle className="fill-surface stroke-key" r={23} />
      <path
        className="fill-key"
        d="M-23 0c0-14 10-23 23-23S23-14 23 0c-8-2-12-6-15-12-7 7-17 11-31 12Z"
      />
    </g>
  );
}

/** What someone may do, above their head. */
function Role({ x, y, lines }: { x: number; y: number; lines: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className="fill-surface stroke-key"
        strokeWidth={2}
        d="M-20-18h40v34H7L0 24l-7-8h-13Z"
      />
      <path className="stroke-key" strokeWidth={2} d={lines} />
    </g>
  );
}

/** Three people keep the gate together, each with a part of their own. */
export function TeamIllustration(props: IllustrationProps) {
  return (
    <Canvas size={[480, 340]} {...props}>
      <Hills />
      <Ground width={480} y={300} />
      <path className="fill-key" d="M52 34h376v7H52zM66 46h348v13H66z" />
      <path className="fill-key" d="M86 59h14v241H86zM380 59h14v241h-14z" />
      <Role x={158} y={108} lines="M-8-5h16M-8 1h16M-8 7h9" />
      <Role x={240} y={90} lines="M-4 1a5 5 0 1 1-.1 0M0-2h10M7-2v5" />
      <Role x={322} y={108} lines="m-8 0 6 6L9-6" />
      <Keeper x={158} y={170} coat="fill-key-soft" collar="stroke-key" />
      <Keeper x={322} y={170} coat="fill-key-line" collar="stroke-key" />
      <Keeper x={240} y={154} coat="fill-key" collar="stroke-surface" />
      <path
        className="fill-surface stroke-key"
        strokeWidth={2}
        d="M112 244h256v12H112zM126 256h10v44h-10zM344 256h10v44h-10z"
      />
      <path className="fill-surface stroke-key" strokeWidth={2} d="M208 214h64l6 30h-76z" />
      <path className="fill-key" d="M233 223h14v2h-14zM235 225h2v9h-2zM243 225h2v9h-2z" />
    </Canvas>
  );
}
