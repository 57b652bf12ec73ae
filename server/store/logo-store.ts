export interface StoredLogo {
  readonly team: string;
  /** Says what the bytes are: the same picture has the same id. */
  readonly id: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Uploaded pictures. */
export interface LogoStore {
  put(logo: StoredLogo): Promise<void>;
  find(team: string, id: string): Promise<StoredLogo | null>;
  remove(team: string, id: string): Promise<void>;
  /** Removes all others of the team. */
  keepOnly(team: string, id: string): Promise<void>;
}
