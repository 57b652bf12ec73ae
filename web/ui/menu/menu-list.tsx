import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { RouterProvider } from 'react-aria-components';
import { Header } from 'react-aria-components/Header';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useNavigateTo } from '../button/button.tsx';
import { VisuallyHidden } from '../page/page.tsx';
import { uiWord } from '../words.ts';
import type { MenuItems, OpenMenu } from './menu.tsx';
import './menu.css';

/** The open menu. Loaded by its button on demand, because the kit is large. */
export function MenuList({
  label,
  sections,
  trigger,
  onClose,
}: OpenMenu & { sections: readonly MenuItems[] }) {
  const navigate = useNavigateTo();
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <RouterProvider navigate={navigate}>
        <Popover
          className="menu"
          aria-label={label}
          triggerRef={trigger}
          isOpen
          onOpenChange={(isOpen) => !isOpen && onClose()}
          placement="bottom end"
          offset={6}
          containerPadding={10}
        >
          <Menu className="menu__list" aria-label={label} autoFocus="first" onClose={onClose}>
            {sections.map((section) => (
              <MenuSection
                key={section.title ?? section.items[0]?.id}
                className="menu__section"
                aria-label={section.title ?? label}
              >
                {section.title && <Header className="menu__heading">{section.title}</Header>}
                {section.items.map((item) => (
                  <MenuItem
                    key={item.id}
                    id={item.id}
                    textValue={item.label}
                    href={item.href}
                    onAction={item.onAction}
                    isDisabled={item.isDisabled}
                    className={[
                      'menu__item',
                      item.isCurrent && 'menu__item--current',
                      item.tone === 'danger' && 'menu__item--danger',
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  >
                    {item.icon && <span aria-hidden="true">{item.icon}</span>}
                    <span className="menu__text">
                      {item.label}
                      {item.note && <span className="menu__note">{item.note}</span>}
                    </span>
                    {item.isCurrent && (
                      <>
                        <VisuallyHidden>{uiWord('and-current')}</VisuallyHidden>
                        <IconCheck aria-hidden="true" />
                      </>
                    )}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Popover>
      </RouterProvider>
    </I18nProvider>
  );
}
