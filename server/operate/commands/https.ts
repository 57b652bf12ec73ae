import { networkInterfaces } from 'node:os';
import { addressOf, isLoopback, originOf, reachableHosts } from '../../address.ts';
import { StartProblem } from '../../start-problem.ts';
import { command } from './command.ts';

export const https = command({
  usage: '[--off] [--new]',
  summary:
    'serves https beside http with a certificate authority of this server; --new replaces the authority',
  options: { off: { type: 'boolean', default: false }, new: { type: 'boolean', default: false } },
  async run({ config, now, print }, options) {
    if (options.off && options.new) return false;
    const { dataDir, host, port, httpsPort } = config;
    if (config.tls) {
      throw new StartProblem('TLS_CERT is set, so the server already uses that certificate for https.');
    }
    // Loaded here, so that other commands start sooner.
    const { isHttpsOn, loadAuthority, makeNewAuthority, turnOff, turnOn } = await import('../authority.ts');
    if (options.off) {
      if (!(await turnOff(dataDir))) return print('https is off. It was never turned on.');
      print('https is off. A running server stops it within 10 seconds.');
      return print(
        'The certificate authority is kept, so devices that trust it need nothing when you turn it on again.',
      );
    }
    // An authority that cannot be used may still be replaced.
    const before = options.new ? null : await loadAuthority(dataDir);
    const authority = before ?? (await makeNewAuthority(dataDir, now()));
    const wasOn = isHttpsOn(dataDir);
    await turnOn(dataDir);
    print(
      wasOn && before
        ? 'https is on.'
        : 'https is on. A running server serves it within 10 seconds, and keeps serving http.',
    );
    print(`Certificate authority: ${authority.name}`);
    print(`SHA-256 fingerprint: ${authority.certificate.fingerprint256}`);
    if (options.new) print('Install it on every device: they don’t trust the new one yet.');
    if (isLoopback(host)) {
      print(
        `HOST is ${host}, so only this computer can open Lineup. Start it with HOST=0.0.0.0 for other devices.`,
      );
    }
    if (port !== 0) print(`To set up devices, open and print ${addressOf(host, port)}/secure`);
    if (httpsPort !== 0 && !isLoopback(host)) {
      const hosts = reachableHosts(host, networkInterfaces).filter((each) => !isLoopback(each));
      const origins = hosts.slice(0, 2).map((each) => originOf('https', each, httpsPort));
      print(`They then use ${origins.join(' or ')}`);
    }
  },
});
