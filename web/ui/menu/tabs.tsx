import { Link } from '../button/button.tsx';
import './tabs.css';

type TabsProps = {
  label: string;
  items: readonly { label: string; href: string; isCurrent?: boolean }[];
};

export function Tabs({ label, items }: TabsProps) {
  return (
    <nav className="sideways tabs screen-only" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.href}
          className="tabs__tab"
          href={item.href}
          aria-current={item.isCurrent ? 'page' : undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
