import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The example that the maker of the hosted product's algorithm publishes; its password is 'user1password'. */
export const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`;
const password = {
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
};

export const hostedUser = (localId: string, more: object = {}) => ({
  localId,
  email: `${localId}@example.com`,
  emailVerified: true,
  ...password,
  displayName: `${localId} van Sample`,
  createdAt: '1486324202000',
  lastSignedInAt: '1486324202000',
  disabled: false,
  ...more,
});

export const hostedTeam = (more: object = {}) => ({
  name: 'Maple Street',
  members: ['ana', 'bo'],
  breakMinMinutes: 300,
  breakTimerMinutes: '30',
  areas: ['Front of House'],
  theme: { primaryColor: '#1f5fbf' },
  logoURL: 'https://logos.example.com/maple.png',
  integrations: { hotschedules: { user: 'maple-manager', pass: 'the schedule password' } },
  ...more,
});

const rotations = [
  {
    name: 'Lunch',
    startTime: '10:30 AM',
    endTime: '2:00 PM',
    subareas: ['Front Counter', 'Kitchen'],
    positions: [
      { name: 'Grill', subarea: 1, teamMembers: ['-416763347'] },
      { name: 'Register 1', subarea: 0, teamMembers: [] },
    ],
  },
];

export const hostedTemplate = (more: object = {}) => ({
  name: 'Weekday',
  area: 'Front of House',
  notes: '[]',
  rotations,
  teamID: 'maple',
  type: 'fixed',
  ...more,
});

export const hostedLayout = (more: object = {}) => ({
  teamID: 'maple',
  date: '2026-11-21',
  area: 'Front of House',
  template: 'Weekday',
  notes: '{"ops":[{"insert":"Hello\\n"}]}',
  shifts: [
    {
      id: '-416763347',
      teamMember: 'Chloe Davis',
      startTime: '9:00 AM',
      endTime: '5:00 PM',
      schedule: 'Kitchen',
      note: null,
      provider: 'hotschedules',
      breaks: [1_795_000_000_000],
    },
  ],
  rotations,
  ...more,
});

/** A store as the hosted back end kept it. */
export const maple = {
  users: { users: [hostedUser('ana'), hostedUser('bo')] },
  data: {
    users: { ana: { firstName: 'ana', lastName: 'Müller', teams: ['maple'] } },
    teams: { maple: hostedTeam() },
    templates: { weekday: hostedTemplate() },
    layouts: { day: hostedLayout() },
  } as Record<string, Record<string, unknown>>,
};

/** Writes the files and answers what is typed after `import` to move them in. */
export function pack(folder: string, { users, data }: { users: unknown; data: unknown }): string[] {
  const files = {
    auth: join(folder, 'users.json'),
    'hash-config': join(folder, 'hash-config.txt'),
    firestore: join(folder, 'data.json'),
  };
  writeFileSync(files.auth, typeof users === 'string' ? users : JSON.stringify(users));
  writeFileSync(files['hash-config'], hashConfig);
  writeFileSync(files.firestore, typeof data === 'string' ? data : JSON.stringify(data));
  const options = Object.entries(files).flatMap(([name, file]) => [`--${name}`, file]);
  return ['firebase', ...options];
}
