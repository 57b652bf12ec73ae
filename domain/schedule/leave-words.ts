import { plainText } from '../time/written-times.ts';

/** '(Unassigned)', '*Open Shift 1*': without marks around and a number behind. */
export const bare = (text: string): string =>
  plainText(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '')
    .replace(/[\s#-]+\d{1,3}$/, '');

const leaveWords = [
  'off( day| all day)?|day ?off|all day|r ?/? ?o|rdo|x+|n ?/ ?a|loa|fmla|pto|upto|rto|vac(ation)?|holiday|hol',
  'req(uest(ed)?)?|req(uest(ed)?)?\\.? ?off|time[ -]?off( request(ed)?)?|paid time off|unpaid time off',
  "(un|not )avail(able|ability)?|avail(able|ability)|can(no|’|'|)t work|do not schedule|not scheduled|blocked",
  'sick(ness)?( day| leave| time| call| pay)?|ill(ness)?|out of (the )?office|ooo|(personal|annual|parental|maternity|paternity|medical|unpaid|paid|family)( day| leave| time)?|leave( of absence)?|jury( duty)?|bereavement|absent|absence',
  'call(ed)?[ -]?(out|off|in sick|in)|no[ -]?(call[ -]?)?(no[ -]?)?show|ncns|suspended|terminated',
  'libre|descansos?|descanso semanal|vacaciones|permiso|enferm[oa]|incapacidad|baja|ausente|no disponible|franco',
  'cong[eé]s?( pay[eé]s?)?|repos|rh|absent|absence|malad(e|ie)|arr[eê]t( maladie)?|indisponible|rtt',
  'frei|wunschfrei|urlaub|krank|abwesend|nicht verf[uü]gbar|folga|f[eé]rias|atestado|doente|indispon[ií]vel',
].join('|');
const leave = new RegExp(`^(${leaveWords})$`);
/** 'personal', 'key' and the like are words of jobs too, where more words follow. */
const leaveFirst =
  /^(req(uest(ed)?)?\.? ?off|r ?\/ ?o|off|day ?off|pto|rto|loa|time[ -]?off|unavail(able|ability)?|not available|avail(able|ability)?|vacation|vac|sick|holiday|on leave|(call(ed)?[ -]?(out|off)))\b/;

const blankCell = /^[-.\s]*$/;

/** Whether a cell says that somebody doesn't work: 'OFF', 'Req off', 'Vacation', 'Sick', 'Unavailable (school)'. */
export function isLeave(text: string): boolean {
  const words = plainText(text);
  if (blankCell.test(words)) return false;
  const said = bare(words.replace(/\(.*\)/g, ''));
  return leave.test(said) || leaveFirst.test(said);
}

/** Words that a request to be off has, whatever stands around them: '9-5 asked off', 'R/O 9-5', '9-5 pending RTO'. */
const askedOff = new RegExp(
  [
    '(^|[^\\p{L}])(r ?/ ?o|r ?/ ?t ?/ ?o|rdo|rto|pto|upto|loa|vac|req|reqs|request(s|ed|ing)?|vacation|unavail(able)?|n/a|sick)($|[^\\p{L}])',
    '(ask(s|ed|ing)?|want(s|ed)?|need(s|ed)?|prefer(s|red)?|approved?|pending|granted|took|tak(es|ing)|day|all day|time|gets?|is) (for )?(the |a |this )?(day |time )?off',
    '(^|[^\\p{L}])(cancel+ed|cancel+ation|void(ed)?|deleted|removed|declined|on[ -]?call|stand[ -]?by|no[ -]?show)($|[^\\p{L}])',
    "(^|[^\\p{L}])off (ask|req|appr|pend|pls|please)|(can( ?no|['’])?t|cannot|won['’]?t|not) (work|come|avail)",
  ].join('|'),
  'u',
);

/** Whether what stands beside times in a cell says that the person asked to be off then. */
export const asksForOff = (text: string): boolean => isLeave(text) || askedOff.test(plainText(text));

/** Whether what stands beside times says that somebody else may work, or at other times. */
export const isDoubtful = (text: string): boolean =>
  /[?@]|(^|[^\p{L}])(cover(s|ing|ed)?|swap(s|ped|ping)?|switch(ed|ing)?|trad(e|ed|ing)|giv(e|en|ing) away|drop(ped)?|pick(ed)? ?up|instead|maybe|tentative|tbd|for \p{Lu}\p{L}+)($|[^\p{L}])/iu.test(
    text,
  );

/** Whether a job or a name is nothing but that: 'PTO', not 'Off duty cook'. */
export const isLeaveAlone = (text: string): boolean => bare(text).length > 1 && leave.test(bare(text));

export const isBlankCell = (text: string): boolean => blankCell.test(plainText(text));
