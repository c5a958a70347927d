import { Canvas, type IllustrationProps } from "./canvas.tsx";
import { Ground, Stone } from "./scenery.tsx";

const size = [240, 160] as const;

/** Lintel, posts and tie beam, 120 units wide, feet on y = 140. */
function SmallGate() {
  return (
    <path
      className="fill-key"
      d="M52 30h136v5H52zM58 38h124v9H58zM72 47h9v93h-9zM159 47h9v93h-9zM81 62h78v4H81z"
    />
  );
}

function Mound() {
  return (
    <path
      className="fill-key-soft"
      d="M12 140c8-34 34-56 62-50 20 4 26 16 44 10 24-8 34-40 62-36 30 4 44 40 48 76Z"
    />
  );
}

/** Nothing here yet: the gate stands open and nobody has come. */
export function EmptyIllustration(props: IllustrationProps) {
  return (
    <Canvas size={size} {...props}>
      <Mound />
      <Ground width={240} y={140} />
      <SmallGate />
      <path className="stroke-key-line" strokeWidth={2} strokeDasharray="2 8" d="M120 132v-52" />
    </Canvas>
  );
}

/** No such page: a waymark whose arms point both ways and bear no name. */
export function NotFoundIllustration(props: IllustrationProps) {
  return (
    <Canvas size={size} {...props}>
      <Mound />
      <Ground width={240} y={140} />
      <path className="fill-key" d="M115 30h10v110h-10z" />
      <g className="fill-surface stroke-key" strokeWidth={2}>
        <path d="M82 42h78l14 12-14 12H82z" />
        <path d="M158 78H84L70 90l14 12h74z" />
      </g>
      <path
        className="stroke-key-line"
        strokeWidth={4}
        strokeDasharray="1 9"
        d="M96 54h52M94 90h50"
      />
    </Canvas>
  );
}

/** No entry: the gate is shut and the keeper's stone lies before it. */
export function DeniedIllustration(props: IllustrationProps) {
  return (
    <Canvas size={size} {...props}>
      <Mound />
      <Ground width={240} y={140} />
      <path className="fill-surface stroke-key" strokeWidth={2} d="M81 66h78v74H81z" />
      <path
        className="stroke-key"
        strokeWidth={2}
        d="M120 66v74M94 66v74M107 66v74M133 66v74M146 66v74"
      />
      <path className="fill-key" d="M81 94h78v8H81z" />
      <SmallGate />
      <Stone x={120} y={140} />
    </Canvas>
  );
}

/** Our fault: a post has slipped and the lintel leans. */
export function TroubleIllustration(props: IllustrationProps) {
  return (
    <Canvas size={size} {...props}>
      <Mound />
      <Ground width={240} y={140} />
      <path className="fill-key" d="M72 47h9v93h-9zM81 68h48v4H81z" />
      <path className="fill-key" d="m163 66 9 2-14 72h-9z" />
      <path className="fill-key" d="m54 33 134 22-1 5L53 38zM59 42l122 20-2 9L58 51z" />
      <path
        className="stroke-key-line"
        strokeWidth={3}
        d="m136 84 6 10M126 92l3 9M198 44l9-6M202 56l11-1"
      />
    </Canvas>
  );
}

/** A letter is on its way through the gate. */
export function MailIllustration(props: IllustrationProps) {
  return (
    <Canvas size={size} {...props}>
      <Mound />
      <Ground width={240} y={140} />
      <SmallGate />
      <path className="stroke-key-line" strokeWidth={3} d="M22 92h36M34 106h26M28 120h22" />
      <path className="fill-surface stroke-key" strokeWidth={2} d="M84 80h72v46H84z" />
      <path className="stroke-key" strokeWidth={2} d="m85 82 35 25 35-25" />
    </Canvas>
  );
}
