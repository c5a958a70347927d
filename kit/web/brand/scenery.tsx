/** Two ranges of hills, and a sun at `sun`, on the line y = 300 of a 480-unit wide sheet. */
export function Hills({ sun }: { sun?: number }) {
  return (
    <>
      {sun !== undefined && (
        <circle className="fill-surface stroke-key-line" strokeWidth={2} cx={sun} cy={86} r={34} />
      )}
      <path
        className="fill-key-soft"
        d="M0 300V236c34-8 58-52 92-58 30-5 44 30 68 30 32 0 52-86 98-90 44-4 62 84 98 88 26 3 40-34 68-32 24 2 36 34 56 42v84Z"
      />
      <path
        className="fill-key-line"
        opacity={0.45}
        d="M0 300v-30c40-4 62-30 98-30 40 0 58 34 104 34 48 0 70-40 122-40 50 0 92 36 156 40v26Z"
      />
    </>
  );
}

/** The barrier gate: 184 units wide, 196 high, its feet on y = 196. */
export function Gate({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="fill-key" d="M0 0h200v7H0zM10 11h180v13H10z" />
      <path className="fill-key" d="M32 24h14v172H32zM154 24h14v172h-14z" />
      <path className="fill-key" d="M46 46h108v7H46z" />
      <path className="fill-surface stroke-key" strokeWidth={2} d="M86 24h28v22H86z" />
      <path className="stroke-key" strokeWidth={2} d="M94 32h12M94 38h8" />
    </g>
  );
}

/** The keeper's stone with its cord, sitting on y = 0. */
export function Stone({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className="fill-surface stroke-key"
        strokeWidth={2}
        d="M0-40c15 0 26 10 26 24C26-5 16 0 0 0s-26-5-26-16c0-14 11-24 26-24Z"
      />
      <path
        className="stroke-key"
        strokeWidth={2}
        d="M0-40V0M-25-19c16 5 34 5 50 0M0-40l-7-8M0-40l7-8"
      />
    </g>
  );
}

/** The ground people stand on. */
export function Ground({ width, y }: { width: number; y: number }) {
  return <path className="stroke-key" strokeWidth={2} d={`M12 ${y}h${width - 24}`} />;
}
