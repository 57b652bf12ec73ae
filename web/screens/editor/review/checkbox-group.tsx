import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import './checkbox-group.css';

type CheckboxGroupProps = {
  title: string;
  aside?: ReactNode;
  /** Explains the checkboxes, if the title isn't enough. */
  description?: string;
  onAll: () => void;
  onNone: () => void;
  children: ReactNode;
};

/** Checkboxes with buttons that check all or none. */
export function CheckboxGroup({ title, aside, description, onAll, onNone, children }: CheckboxGroupProps) {
  return (
    <Card title={title} aside={aside}>
      <div className="checkbox-group">
        <div className="checkbox-group__top">
          <Button variant="quiet" aria-label={`All: ${title}`} onPress={onAll}>
            All
          </Button>
          <Button variant="quiet" aria-label={`None: ${title}`} onPress={onNone}>
            None
          </Button>
          {description && <p className="checkbox-group__description">{description}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}
