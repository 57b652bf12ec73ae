export interface StoredLogo {
  readonly team: string;
  /** Derived from the bytes: the same picture has the same id. */
  readonly id: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Uploaded logos. */
export interface LogoStore {
  put(logo: StoredLogo): Promise<void>;
  find(team: string, id: string): Promise<StoredLogo | null>;
  remove(team: string, id: string): Promise<void>;
  /** Removes all others of the team, as long as the team has the version that shows this one. */
  keepOnly(team: string, id: string, version: number): Promise<void>;
}
