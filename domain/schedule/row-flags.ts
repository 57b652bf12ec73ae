import type { Problem } from '../problem/problem.ts';
import type { Cells } from './entry.ts';
import { isLeave, isNobody } from './not-shifts.ts';
import { parsePrintedTime, plainText } from './printed-time.ts';

/** What a column says about whether its row is a shift. */
type Flag = 'status' | 'kind' | 'canceled' | 'draft' | 'leave' | 'open' | 'published';

const flagTitles: Readonly<Record<Flag, RegExp>> = {
  status: /^(shift|publish|published|schedule|approval)?status$/,
  kind: /^(shift|entry|event|record)?(type|kind|category)$/,
  canceled: /^(is)?(cancel+ed|deleted|void(ed)?|removed|declined)$/,
  draft: /^(is)?(draft|unpublished)$/,
  leave:
    /^(is|on)?(leave|timeoff|dayoff|pto|vacation|unavailable|absent|absence|sick|off|requestoff)(type|reason)?$/,
  open: /^(is)?(open|openshift|unassigned)$/,
  published: /^(is)?(published|shared)$/,
};

export interface FlagColumn {
  readonly index: number;
  readonly title: string;
  readonly flag: Flag;
}

/** The columns of a header that say whether a row is a shift. */
export const flagColumns = (header: Cells): readonly FlagColumn[] =>
  header.flatMap((title, index) => {
    const words = title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const flag = (Object.keys(flagTitles) as Flag[]).find((each) => flagTitles[each].test(words));
    return flag ? [{ index, title: title.trim(), flag }] : [];
  });

const nothing = /^(n ?\/? ?a|none|null|-+)?$/;
const yes = /^(true|yes|y|1|x|✓|✔|☑)$/i;
const no = /^(false|no|n|0|draft|unpublished|pending)$/i;
const canceled =
  /^(shift )?(cancel+ed|cancel+ation|deleted|removed|void(ed)?|declined|rejected|denied|refused|dropped|withdrawn|archived|inactive|expired|discarded)$/;
const unpublished = /^(draft(ed)?|(un|not )(published|posted|released|shared)|proposed|tentative)$/;
const usual =
  /^(published|posted|scheduled|active|approved|confirmed|accepted|acknowledged|assigned|final(ized)?|ok|yes|true|live|filled|normal|regular|completed?|worked|clocked (in|out)|in progress|upcoming|not started|unconfirmed|1)$/;
const otherKinds =
  /^(.*\bleave|.*availability|events?|tasks?|notes?|reminder|announcement|break|meal( break)?|holiday.*|blackout.*)$/;

/** What a row's columns say against its shift, or beside it. */
export function flagsOf(
  cells: Cells,
  columns: readonly FlagColumn[],
  row: number,
): { readonly left: Problem | null; readonly remark?: Problem } {
  let remark: Problem | undefined;
  for (const { index, title, flag } of columns) {
    const text = (cells[index] ?? '').trim();
    const said = plainText(text)
      .replace(/_/g, ' ')
      .replace(/^\d\. /, '');
    const left = (code: Problem['code'], shown = text) => ({
      left: { code, details: { row, text: shown.slice(0, 40) } },
    });
    if (nothing.test(said)) continue;
    if (flag === 'open' && (yes.test(said) || isNobody(said))) return left('row-open');
    if (flag === 'published' && (no.test(said) || unpublished.test(said))) return left('row-unpublished');
    if (flag === 'draft' && yes.test(said)) return left('row-unpublished');
    if (flag === 'canceled' && (yes.test(said) || canceled.test(said))) return left('row-not-shift', title);
    // what holds times is when somebody leaves
    const isTime = parsePrintedTime(said)?.by === 'half' || said.includes(':');
    if (flag === 'leave' && !isTime && yes.test(said)) return left('row-not-shift', title);
    if (flag === 'leave' && !isTime && isLeave(said)) return left('row-not-shift');
    if (flag !== 'status' && flag !== 'kind') continue;
    if (canceled.test(said)) return left('row-not-shift');
    if (unpublished.test(said)) return left('row-unpublished');
    if (isNobody(said)) return left('row-open');
    if (isLeave(said) || (flag === 'kind' && otherKinds.test(said))) return left('row-not-shift');
    if (flag === 'status' && !usual.test(said))
      remark = { code: 'shift-status', details: { column: title, text: text.slice(0, 40) } };
  }
  return remark ? { left: null, remark } : { left: null };
}
