import { isTimeZone } from './date.ts';

/** What Windows, Outlook and Exchange call a time zone, its IANA name as CLDR has it, and what their menus show. */
const table = `
Dateline Standard Time|Etc/GMT+12|International Date Line West
UTC-11|Etc/GMT+11|Coordinated Universal Time-11
Samoa Standard Time|Pacific/Apia|Samoa
Aleutian Standard Time|America/Adak|Aleutian Islands
Hawaiian Standard Time|Pacific/Honolulu|Hawaii
Marquesas Standard Time|Pacific/Marquesas|Marquesas Islands
Alaskan Standard Time|America/Anchorage|Alaska
UTC-09|Etc/GMT+9|Coordinated Universal Time-09
Pacific Standard Time (Mexico)|America/Tijuana|Baja California
UTC-08|Etc/GMT+8|Coordinated Universal Time-08
Pacific Standard Time|America/Los_Angeles|Pacific Time (US & Canada)
US Mountain Standard Time|America/Phoenix|Arizona
Mountain Standard Time (Mexico)|America/Mazatlan|La Paz, Mazatlan
Mountain Standard Time|America/Denver|Mountain Time (US & Canada)
Yukon Standard Time|America/Whitehorse|Yukon
Central America Standard Time|America/Guatemala|Central America
Central Standard Time|America/Chicago|Central Time (US & Canada)
Easter Island Standard Time|Pacific/Easter|Easter Island
Central Standard Time (Mexico)|America/Mexico_City|Guadalajara, Mexico City, Monterrey
Canada Central Standard Time|America/Regina|Saskatchewan
SA Pacific Standard Time|America/Bogota|Bogota, Lima, Quito, Rio Branco
Eastern Standard Time (Mexico)|America/Cancun|Chetumal
Eastern Standard Time|America/New_York|Eastern Time (US & Canada)
Haiti Standard Time|America/Port-au-Prince|Haiti
Cuba Standard Time|America/Havana|Havana
US Eastern Standard Time|America/Indiana/Indianapolis|Indiana (East)
Turks And Caicos Standard Time|America/Grand_Turk|Turks and Caicos
Paraguay Standard Time|America/Asuncion|Asuncion
Atlantic Standard Time|America/Halifax|Atlantic Time (Canada)
Venezuela Standard Time|America/Caracas|Caracas
Central Brazilian Standard Time|America/Cuiaba|Cuiaba
SA Western Standard Time|America/La_Paz|Georgetown, La Paz, Manaus, San Juan
Pacific SA Standard Time|America/Santiago|Santiago
Newfoundland Standard Time|America/St_Johns|Newfoundland
Tocantins Standard Time|America/Araguaina|Araguaina
E. South America Standard Time|America/Sao_Paulo|Brasilia
SA Eastern Standard Time|America/Cayenne|Cayenne, Fortaleza
Argentina Standard Time|America/Argentina/Buenos_Aires|City of Buenos Aires
Greenland Standard Time|America/Nuuk|Greenland
Montevideo Standard Time|America/Montevideo|Montevideo
Magallanes Standard Time|America/Punta_Arenas|Punta Arenas
Saint Pierre Standard Time|America/Miquelon|Saint Pierre and Miquelon
Bahia Standard Time|America/Bahia|Salvador
UTC-02|Etc/GMT+2|Coordinated Universal Time-02
Mid-Atlantic Standard Time|Etc/GMT+2|Mid-Atlantic - Old
Azores Standard Time|Atlantic/Azores|Azores
Cape Verde Standard Time|Atlantic/Cape_Verde|Cabo Verde Is.
UTC|UTC|Coordinated Universal Time
GMT Standard Time|Europe/London|Dublin, Edinburgh, Lisbon, London
Greenwich Standard Time|Atlantic/Reykjavik|Monrovia, Reykjavik
Sao Tome Standard Time|Africa/Sao_Tome|Sao Tome
Morocco Standard Time|Africa/Casablanca|Casablanca
W. Europe Standard Time|Europe/Berlin|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
Central Europe Standard Time|Europe/Budapest|Belgrade, Bratislava, Budapest, Ljubljana, Prague
Romance Standard Time|Europe/Paris|Brussels, Copenhagen, Madrid, Paris
Central European Standard Time|Europe/Warsaw|Sarajevo, Skopje, Warsaw, Zagreb
W. Central Africa Standard Time|Africa/Lagos|West Central Africa
Jordan Standard Time|Asia/Amman|Amman
GTB Standard Time|Europe/Bucharest|Athens, Bucharest
Middle East Standard Time|Asia/Beirut|Beirut
Egypt Standard Time|Africa/Cairo|Cairo
E. Europe Standard Time|Europe/Chisinau|Chisinau
Syria Standard Time|Asia/Damascus|Damascus
West Bank Standard Time|Asia/Hebron|Gaza, Hebron
South Africa Standard Time|Africa/Johannesburg|Harare, Pretoria
FLE Standard Time|Europe/Kyiv|Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius
Israel Standard Time|Asia/Jerusalem|Jerusalem
South Sudan Standard Time|Africa/Juba|Juba
Kaliningrad Standard Time|Europe/Kaliningrad|Kaliningrad
Sudan Standard Time|Africa/Khartoum|Khartoum
Libya Standard Time|Africa/Tripoli|Tripoli
Namibia Standard Time|Africa/Windhoek|Windhoek
Arabic Standard Time|Asia/Baghdad|Baghdad
Turkey Standard Time|Europe/Istanbul|Istanbul
Arab Standard Time|Asia/Riyadh|Kuwait, Riyadh
Belarus Standard Time|Europe/Minsk|Minsk
Russian Standard Time|Europe/Moscow|Moscow, St. Petersburg
E. Africa Standard Time|Africa/Nairobi|Nairobi
Volgograd Standard Time|Europe/Volgograd|Volgograd
Iran Standard Time|Asia/Tehran|Tehran
Arabian Standard Time|Asia/Dubai|Abu Dhabi, Muscat
Astrakhan Standard Time|Europe/Astrakhan|Astrakhan, Ulyanovsk
Azerbaijan Standard Time|Asia/Baku|Baku
Russia Time Zone 3|Europe/Samara|Izhevsk, Samara
Mauritius Standard Time|Indian/Mauritius|Port Louis
Saratov Standard Time|Europe/Saratov|Saratov
Georgian Standard Time|Asia/Tbilisi|Tbilisi
Caucasus Standard Time|Asia/Yerevan|Yerevan
Afghanistan Standard Time|Asia/Kabul|Kabul
West Asia Standard Time|Asia/Tashkent|Ashgabat, Tashkent
Ekaterinburg Standard Time|Asia/Yekaterinburg|Ekaterinburg
Pakistan Standard Time|Asia/Karachi|Islamabad, Karachi
Qyzylorda Standard Time|Asia/Qyzylorda|Astana
India Standard Time|Asia/Kolkata|Chennai, Kolkata, Mumbai, New Delhi
Sri Lanka Standard Time|Asia/Colombo|Sri Jayawardenepura
Nepal Standard Time|Asia/Kathmandu|Kathmandu
Central Asia Standard Time|Asia/Bishkek|Bishkek
Bangladesh Standard Time|Asia/Dhaka|Dhaka
Omsk Standard Time|Asia/Omsk|Omsk
Myanmar Standard Time|Asia/Yangon|Yangon (Rangoon)
SE Asia Standard Time|Asia/Bangkok|Bangkok, Hanoi, Jakarta
Altai Standard Time|Asia/Barnaul|Barnaul, Gorno-Altaysk
W. Mongolia Standard Time|Asia/Hovd|Hovd
North Asia Standard Time|Asia/Krasnoyarsk|Krasnoyarsk
N. Central Asia Standard Time|Asia/Novosibirsk|Novosibirsk
Tomsk Standard Time|Asia/Tomsk|Tomsk
China Standard Time|Asia/Shanghai|Beijing, Chongqing, Hong Kong, Urumqi
North Asia East Standard Time|Asia/Irkutsk|Irkutsk
Singapore Standard Time|Asia/Singapore|Kuala Lumpur, Singapore
W. Australia Standard Time|Australia/Perth|Perth
Taipei Standard Time|Asia/Taipei|Taipei
Ulaanbaatar Standard Time|Asia/Ulaanbaatar|Ulaanbaatar
Aus Central W. Standard Time|Australia/Eucla|Eucla
Transbaikal Standard Time|Asia/Chita|Chita
Tokyo Standard Time|Asia/Tokyo|Osaka, Sapporo, Tokyo
North Korea Standard Time|Asia/Pyongyang|Pyongyang
Korea Standard Time|Asia/Seoul|Seoul
Yakutsk Standard Time|Asia/Yakutsk|Yakutsk
Cen. Australia Standard Time|Australia/Adelaide|Adelaide
AUS Central Standard Time|Australia/Darwin|Darwin
E. Australia Standard Time|Australia/Brisbane|Brisbane
AUS Eastern Standard Time|Australia/Sydney|Canberra, Melbourne, Sydney
West Pacific Standard Time|Pacific/Port_Moresby|Guam, Port Moresby
Tasmania Standard Time|Australia/Hobart|Hobart
Vladivostok Standard Time|Asia/Vladivostok|Vladivostok
Lord Howe Standard Time|Australia/Lord_Howe|Lord Howe Island
Bougainville Standard Time|Pacific/Bougainville|Bougainville Island
Russia Time Zone 10|Asia/Srednekolymsk|Chokurdakh
Magadan Standard Time|Asia/Magadan|Magadan
Norfolk Standard Time|Pacific/Norfolk|Norfolk Island
Sakhalin Standard Time|Asia/Sakhalin|Sakhalin
Central Pacific Standard Time|Pacific/Guadalcanal|Solomon Is., New Caledonia
Russia Time Zone 11|Asia/Kamchatka|Anadyr, Petropavlovsk-Kamchatsky
New Zealand Standard Time|Pacific/Auckland|Auckland, Wellington
UTC+12|Etc/GMT-12|Coordinated Universal Time+12
Fiji Standard Time|Pacific/Fiji|Fiji
Kamchatka Standard Time|Asia/Kamchatka|Petropavlovsk-Kamchatsky - Old
Chatham Islands Standard Time|Pacific/Chatham|Chatham Islands
UTC+13|Etc/GMT-13|Coordinated Universal Time+13
Tonga Standard Time|Pacific/Tongatapu|Nuku'alofa
Line Islands Standard Time|Pacific/Kiritimati|Kiritimati Island`;

/** Menus of older versions, and what people and other programs call the zones of North America. */
const others = `
America/New_York|Eastern Time|Eastern|US Eastern Time
America/Chicago|Central Time|Central|US Central Time
America/Denver|Mountain Time|Mountain|US Mountain Time
America/Los_Angeles|Pacific Time|Pacific|US Pacific Time|Pacific Time (US & Canada); Tijuana
America/Anchorage|Alaska Time|Alaska Standard Time
America/Phoenix|Arizona Time
America/Halifax|Atlantic Time
Pacific/Honolulu|Hawaii Time|Hawaii Standard Time|Hawaii-Aleutian Standard Time
Europe/London|GMT Time|Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London
UTC|GMT|Z|Zulu|Greenwich Mean Time|Universal Time|tzone://Microsoft/Utc`;

/** Whether summer time is meant is left open by these, so their reading is said. */
const abbreviations: Readonly<Record<string, string>> = {
  ...{ est: 'America/New_York', edt: 'America/New_York', et: 'America/New_York' },
  ...{ cst: 'America/Chicago', cdt: 'America/Chicago', ct: 'America/Chicago' },
  ...{ mst: 'America/Denver', mdt: 'America/Denver', mt: 'America/Denver' },
  ...{ pst: 'America/Los_Angeles', pdt: 'America/Los_Angeles', pt: 'America/Los_Angeles' },
  ...{ akst: 'America/Anchorage', akdt: 'America/Anchorage' },
  ...{ ast: 'America/Halifax', adt: 'America/Halifax' },
};

const plain = (name: string): string =>
  name
    .replace(/&amp;/gi, '&')
    .replace(/^["'\s]+|["'\s]+$/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/ and /g, ' & ')
    .replace('us/canada', 'us & canada')
    .replace(/ (daylight|summer) time/, ' standard time');

const linesOf = (text: string) => text.trim().split('\n');

export const windowsZones: ReadonlyMap<string, string> = new Map(
  linesOf(table).map((line) => {
    const [name = '', zone = ''] = line.split('|');
    return [name, zone];
  }),
);

const known = new Map([
  ...linesOf(table).flatMap((line) => {
    const [name = '', zone = '', shown = ''] = line.split('|');
    return [name, shown].map((each): [string, string] => [plain(each), zone]);
  }),
  ...linesOf(others).flatMap((line) => {
    const [zone = '', ...names] = line.split('|');
    return names.map((each): [string, string] => [plain(each), zone]);
  }),
]);

/** 'UTC-05:00' and 'GMT+2' are that far from UTC the whole year. */
function fixedZone(name: string): string | null {
  const [, sign, hours = '', minutes = '00'] =
    /^(?:utc|gmt)? ?([+-])(\d{1,2})(?:[:.]?(\d\d))?$/.exec(name) ?? [];
  return sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : null;
}

export interface NamedZone {
  readonly zone: string;
  /** Whether somebody could mean another one by that name. */
  readonly isGuess: boolean;
}

/** The IANA zone that other programs mean by a name, such as 'Eastern Standard Time'; null if it isn't known. */
export function zoneNamed(name: string): NamedZone | null {
  const written = plain(name.slice(0, 200));
  const guess = abbreviations[written];
  if (guess) return { zone: guess, isGuess: true };
  if (isTimeZone(name.trim())) return { zone: name.trim(), isGuess: false };
  // Exchange numbers its copies, and menus begin with how far from UTC the zone is.
  const texts = [written, written.replace(/ \d{1,2}$/, ''), written.replace(/^\((?:utc|gmt)[^)]*\) ?/, '')];
  const parts = name.trim().split('/');
  const found =
    texts.map((text) => known.get(text)).find((zone) => zone !== undefined) ??
    [3, 2]
      .map((count) => parts.slice(-count).join('/'))
      .find((zone) => zone.includes('/') && isTimeZone(zone)) ??
    fixedZone(written);
  return found && isTimeZone(found) ? { zone: found, isGuess: false } : null;
}
