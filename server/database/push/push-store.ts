/** Whose breaks a browser is told of: the person's own, or everybody's. */
export type PushAbout = 'mine' | 'all';

/** What a push service needs, as the browser gave it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The public key of the server that the browser expects messages from. */
  readonly publicKey: string;
  /** Whom the push service can turn to: the address of the server. */
  readonly contact: string;
}

/** A browser that is told of breaks of a team. */
export interface StoredSubscription {
  readonly team: string;
  /** A hash of the endpoint, which is a secret. */
  readonly device: string;
  readonly user: string;
  /** The sign-in session that switched it on; it ends with it. */
  readonly session: string;
  readonly about: PushAbout;
  readonly target: PushTarget;
  readonly createdAt: number;
}

/** They end when the person leaves the team or deletes the account, and with the team, in the same transactions. */
export interface PushStore {
  /**
   * Replaces what the device had in the team, and whatever others had switched on with it. Of more devices than `most` of
   * a person in a team, the oldest go. False, and nothing is stored, if they are not a member.
   */
  put(subscription: StoredSubscription, most: number): Promise<boolean>;
  find(team: string, user: string, device: string): Promise<StoredSubscription | null>;
  remove(team: string, user: string, device: string): Promise<void>;
  /** In every team: the push service does not know the device anymore. */
  removeDevice(device: string): Promise<void>;
  /** In every team: the sign-in session has ended. */
  removeSession(session: string): Promise<void>;
  /** Teams with a subscription, after an id, in order of their ids. */
  teams(after: string, limit: number): Promise<readonly string[]>;
  ofTeam(team: string): Promise<readonly StoredSubscription[]>;
  /** True once for each notice of a team, also if several servers ask. */
  claim(team: string, notice: string, at: number): Promise<boolean>;
  forgetNoticesBefore(at: number): Promise<void>;
}
