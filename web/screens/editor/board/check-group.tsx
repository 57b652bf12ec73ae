import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import './check-group.css';

type CheckGroupProps = {
  title: string;
  aside?: ReactNode;
  /** What the boxes are about, where the title does not say it. */
  words?: string;
  onAll: () => void;
  onNone: () => void;
  children: ReactNode;
};

/** Boxes to tick, one by one or all at once. */
export function CheckGroup({ title, aside, words, onAll, onNone, children }: CheckGroupProps) {
  return (
    <Card title={title} aside={aside}>
      <div className="check-group">
        <div className="check-group__top">
          <Button variant="quiet" aria-label={`All: ${title}`} onPress={onAll}>
            All
          </Button>
          <Button variant="quiet" aria-label={`None: ${title}`} onPress={onNone}>
            None
          </Button>
          {words && <p className="check-group__words">{words}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}
