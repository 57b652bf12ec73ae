import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import './button.css';

type Navigate = (href: string, options?: { replace?: boolean }) => void;

type Complete = (href: string) => string;

const NavigateContext = createContext<Navigate | undefined>(undefined);
const CompleteContext = createContext<Complete>((href) => href);

type LinkProviderProps = { navigate: Navigate; complete: Complete; children: ReactNode };

/** Without it links reload the page. `complete` makes the address that a link shows and that opens in another tab. */
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

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

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

type Look = {
  /** `danger` appears in every row of a list, so it is red only under a pointer or with the focus; `final` is the last press before something is lost for good. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'final';
  /** `big` is 48 px, for the day view and rotations; `normal` 44 px. */
  size?: 'big' | 'normal';
  isWide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
};

/** What a button or a link that looks like one shows. */
function dressed<Rest>(props: Look & { className?: string } & Rest) {
  const { variant = 'secondary', size = 'normal', isWide, icon, children, className, ...rest } = props;
  const look = [`button screen-only button--${variant} button--${size}`, isWide && 'button--wide', className];
  return {
    ...rest,
    className: look.filter(Boolean).join(' '),
    children: (
      <>
        {icon && <span aria-hidden="true">{icon}</span>}
        {children}
      </>
    ),
  };
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'children' | 'onClick' | 'disabled'> &
  Look & { onPress?: () => void; isDisabled?: boolean };

export function Button({ onPress, isDisabled, ...look }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // A finger or mouse in Safari leaves the focus where it was, and then a dialog cannot give it back. The click that
    // Enter in a field makes of its form's button has no count, and must leave the focus in the field.
    if (event.detail > 0) event.currentTarget.focus({ preventScroll: true });
    onPress?.();
  }

  return <button type="button" {...dressed(look)} disabled={isDisabled} onClick={press} />;
}

export const ButtonLink = (look: Omit<LinkProps, 'children'> & Look) => <Link {...dressed(look)} />;

export const QuietButton = (look: Omit<ButtonProps, 'variant'>) => <Button variant="quiet" {...look} />;

export const QuietLink = (look: Omit<ComponentProps<typeof ButtonLink>, 'variant'>) => (
  <ButtonLink variant="quiet" {...look} />
);

type IconButtonProps = Omit<ButtonProps, 'children' | 'className'> & { label: string; icon: ReactNode };

export const IconButton = ({ label, ...rest }: IconButtonProps) => (
  <Button {...rest} aria-label={label} className="icon-button">
    {null}
  </Button>
);
