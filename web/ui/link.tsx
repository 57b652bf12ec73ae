import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';

/** `replace`: the page that is left is none that Back should come to. */
type Navigate = (href: string, options?: { replace?: boolean }) => void;

const NavigateContext = createContext<Navigate | undefined>(undefined);

/** Gives every Link below it the router's way to another page; without it links load the page anew. */
export function LinkProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  return <NavigateContext value={navigate}>{children}</NavigateContext>;
}

export function useNavigateTo(): Navigate {
  return (
    useContext(NavigateContext) ??
    ((href, { replace = false } = {}) => window.location[replace ? 'replace' : 'assign'](href))
  );
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** A real anchor. A plain left click on a path of this site goes through the router. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const navigate = useContext(NavigateContext);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const isOurs = /^[/?#](?!\/)/.test(href) && !rest.target && rest.download === undefined;
    if (!navigate || !isPlain || !isOurs || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
