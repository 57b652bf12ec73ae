import type { Role } from '../../../domain/team/user.ts';
import type { Simulation } from '../simulation.ts';
import type { Fault } from './fault.ts';

/** For a moment everyone but the first person is a lead, and the server dies with the answers to what they do meanwhile. */
function killWhileAllAreLeads(world: Simulation): void {
  const { time, store, record, team } = world;
  async function setRoles(role: Role): Promise<void> {
    for (const { id: user } of world.people.slice(1)) {
      await store.contents.members.setRole(team, user, role);
      record.roles.push({ at: world.now, user, role });
    }
  }
  for (let at = 3_000; at < 40_000; at += 4_000) {
    time.after(at, () => void setRoles('lead'));
    time.after(at + 500, () => {
      store.nextCommit = 'killed after';
    });
    time.after(at + 1_000, () => void setRoles('manager'));
  }
}

/** Servers that overlook what a person's role is, or was. */
export const roleFaults: Readonly<Record<string, Fault>> = {
  'a server that takes later changes before a refusal is heard': {
    seenAs: /which was made later/,
    plant: () => ({
      world: killWhileAllAreLeads,
      tampering: {
        toServer: (message) => [message.type === 'hello' ? { ...message, resends: undefined } : message],
      },
    }),
  },

  'a removed member who still hears of the team': {
    seenAs: /was not a member, and heard/,
    plant: () => ({
      world: ({ server }) => {
        server.membershipsChanged = () => {};
      },
    }),
  },
};
