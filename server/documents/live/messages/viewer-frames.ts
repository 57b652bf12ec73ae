import { withoutReasons } from '../../../../domain/attendance/unsaid.ts';
import { frameOf, textOf } from './message.ts';

const mark = '"reason"';
const forViewers = new WeakMap<Buffer, Buffer>();

/** A message for a page that doesn't run the day: without why somebody is out. Made once, however many pages get it. */
export function frameForViewers(frame: Buffer): Buffer {
  if (!frame.includes(mark)) return frame;
  const known = forViewers.get(frame);
  if (known) return known;
  const made = frameOf(JSON.stringify(withoutReasons(JSON.parse(String(textOf(frame))))));
  forViewers.set(frame, made);
  return made;
}
