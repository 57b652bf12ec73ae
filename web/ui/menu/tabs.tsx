import { Link } from '../button/button.tsx';
import './tabs.css';

type TabsProps = {
  /** Spoken name of the navigation. */
  label: string;
  items: readonly { label: string; href: string; isCurrent?: boolean }[];
};

/** Links to sibling pages, the current one underlined. */
export function Tabs({ label, items }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
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
