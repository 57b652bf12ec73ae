import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';

/** `replace`: Back should skip the current page. */
type Navigate = (href: string, options?: { replace?: boolean }) => void;

type Complete = (href: string) => string;

const NavigateContext = createContext<Navigate | undefined>(undefined);
const CompleteContext = createContext<Complete>((href) => href);

type LinkProviderProps = { navigate: Navigate; complete: Complete; children: ReactNode };

/**
 * Lets every Link below it navigate with the router; without it links reload the page. `complete` makes the address that
 * a link shows and that opens in another tab.
 */
export function LinkProvider({ navigate, complete, children }: LinkProviderProps) {
  return (
    <NavigateContext value={navigate}>
      <CompleteContext value={complete}>{children}</CompleteContext>
    </NavigateContext>
  );
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
  const complete = useContext(CompleteContext);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const isOurs = /^[/?#](?!\/)/.test(href) && !rest.target && rest.download === undefined;
    if (!navigate || !isPlain || !isOurs || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a href={complete(href)} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
