import { memo } from 'react';
import { type CurvePoint, missing, shortages } from '../../../domain/day/curve.ts';
import type { Span } from '../../../domain/time/clock-time.ts';
import { place } from './scale.ts';

/** Units of the drawing from top to bottom; across, a unit is a minute. */
const height = 100;
/** A shorter stretch has no room for its words. */
const leastForWords = 45;

type CurveChartProps = { curve: readonly CurvePoint[]; most: number; range: Span };

/** People at work against positions, as steps. */
export const CurveChart = memo(function CurveChart({ curve, most, range }: CurveChartProps) {
  const y = (count: number) => height - (count / most) * (height - 4);
  const x = (minute: number) => minute - range.start;
  const line = (of: (point: CurvePoint) => number) =>
    curve.map((point) => `H${x(point.minute)}V${y(of(point)).toFixed(2)}`).join('');

  return (
    <div className="timeline__track timeline__row--curve">
      <svg
        className="timeline__curve"
        viewBox={`0 0 ${range.end - range.start} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <defs>
          <pattern id="timeline-short" width="6" height="8" patternUnits="userSpaceOnUse">
            <path d="M0 8L6 0" />
          </pattern>
        </defs>
        <path className="timeline__people" d={`M0 ${height}${line(({ present }) => present)}H0Z`} />
        <path className="timeline__short" d={shortArea(curve, { x, y })} />
        <path className="timeline__positions" d={`M0 ${height}${line(({ positions }) => positions)}`} />
      </svg>
      {shortages(curve)
        .filter(({ start, end }) => end - start >= leastForWords)
        .map((short) => (
          <span key={short.start} className="timeline__short-by" style={place(short, range)}>
            <span className="timeline__words timeline__words--stay">Short {short.by}</span>
          </span>
        ))}
    </div>
  );
});

type Axes = { x: (minute: number) => number; y: (count: number) => number };

/** Between the two lines where people are missing. */
const shortArea = (curve: readonly CurvePoint[], { x, y }: Axes): string =>
  curve
    .map((point, index) => {
      const end = curve[index + 1]?.minute;
      if (end === undefined || missing(point) === 0) return '';
      const [top, bottom] = [y(point.positions).toFixed(2), y(point.present).toFixed(2)];
      return `M${x(point.minute)} ${bottom}V${top}H${x(end)}V${bottom}Z`;
    })
    .join('');
