import { type Problem, sentence } from '../../../domain/problem/problem.ts';
import { showToast } from '../../ui/message/toast.tsx';

/** Says what went wrong, where no field is it about. The function returned takes it away. */
export const showProblem = (problem: Problem): (() => void) =>
  showToast({ text: sentence(problem), tone: 'problem' });
