import type { TestCase as Journey, Reporter as JourneyReporter } from '@playwright/test/reporter';
import type { TestCase as Unit, Reporter as UnitReporter } from 'vitest/node';

/** For how long a test waits for one thing, in milliseconds. Then it says what did not come. */
export const longestWait = 120_000;
/** No test waits longer for anything, so a run in which nothing begins or ends for this long hangs. */
const longestSilence = 1.5 * longestWait;

/**
 * A reporter of Vitest and of Playwright. Tests have no limit, since a busy machine takes several times as long as a quiet
 * one: only a run in which nothing moves is ended, with the names of the tests that were running.
 */
export default class HangWatch implements JourneyReporter, UnitReporter {
  readonly #running = new Map<string, string>();
  readonly #failed: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  #begins(): void {
    this.#timer = setTimeout(() => this.#end(), longestSilence);
  }

  #moved(): void {
    this.#timer?.refresh();
  }

  #end(): void {
    for (const failure of this.#failed) console.error(failure);
    const names = [...this.#running.values()].map((name) => `\n  ${name}`).join('') || ' no test';
    console.error(`Nothing has moved for ${longestSilence / 1_000} s, so the run ends. Running:${names}`);
    // as from the keyboard: both runners end what they have started
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.exit(1), longestWait).unref();
  }

  // Vitest, which prints what failed at the end alone
  onTestRunStart = () => this.#begins();
  onTestModuleCollected = () => this.#moved();
  onTestCaseReady(test: Unit): void {
    this.#running.set(test.id, `${test.module.relativeModuleId} > ${test.fullName}`);
    this.#moved();
  }
  onTestCaseResult(test: Unit): void {
    const { errors = [] } = test.result();
    for (const { message } of errors) this.#failed.push(`${this.#running.get(test.id)}: ${message}`);
    this.#running.delete(test.id);
    this.#moved();
  }
  onHookStart = () => this.#moved();
  onHookEnd = () => this.#moved();
  onTestRunEnd = () => clearTimeout(this.#timer);

  // Playwright
  onBegin = () => this.#begins();
  onTestBegin(test: Journey): void {
    this.#running.set(test.id, test.titlePath().filter(Boolean).join(' > '));
    this.#moved();
  }
  onTestEnd(test: Journey): void {
    this.#running.delete(test.id);
    this.#moved();
  }
  onStepBegin = () => this.#moved();
  onStepEnd = () => this.#moved();
  onEnd = () => clearTimeout(this.#timer);
  printsToStdio = () => false;
}
