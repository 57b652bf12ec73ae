import type { passkey } from '@better-auth/passkey';

const text = { type: 'string', required: true } as const;
const optionalText = { type: 'string', required: false } as const;

/** The table of the passkey plugin, which is migrated without importing the plugin. */
const schema: ReturnType<typeof passkey>['schema'] = {
  passkey: {
    fields: {
      name: optionalText,
      publicKey: text,
      userId: { ...text, references: { model: 'user', field: 'id' }, index: true },
      credentialID: { ...text, index: true },
      counter: { type: 'number', required: true },
      deviceType: text,
      backedUp: { type: 'boolean', required: true },
      transports: optionalText,
      createdAt: { type: 'date', required: false },
      aaguid: optionalText,
    },
  },
};

export const passkeyTable = { id: 'passkey', schema } as const;
