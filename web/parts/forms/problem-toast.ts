import type { Problem } from '../../../domain/problem/problem.ts';
import { showToast, type Toast } from '../../ui/message/toast.tsx';
import { loadSentence } from '../page/not-ready.tsx';

export function showProblem(problem: Problem, { stays }: Pick<Toast, 'stays'> = {}): () => void {
  const shown = loadSentence().then((sentence) =>
    showToast({ text: sentence(problem), tone: 'problem', stays }),
  );
  return () => void shown.then((dismiss) => dismiss());
}
