/** What a browser does for a modal dialog, and the DOM that tests use does not: the focus, and Escape. */
export function completeDialogs(window: typeof globalThis): void {
  const { HTMLDialogElement, HTMLElement } = window;
  const focusBefore = new WeakMap<HTMLDialogElement, Element | null>();
  const { close } = HTMLDialogElement.prototype;
  const { focus } = HTMLElement.prototype;

  // neither before its dialog opens, when React gives a field the focus, nor behind the one that is open
  HTMLElement.prototype.focus = function (options) {
    const isReached = topDialog()?.contains(this) ?? true;
    if (isReached && !this.closest('dialog:not([open])')) focus.call(this, options);
  };

  HTMLDialogElement.prototype.showModal = function () {
    focusBefore.set(this, document.activeElement);
    this.setAttribute('open', '');
    const first =
      this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>(focusable);
    first?.focus();
  };

  HTMLDialogElement.prototype.close = function (returnValue) {
    const before = focusBefore.get(this);
    focusBefore.delete(this);
    close.call(this, returnValue);
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };

  document.addEventListener('keydown', (event) => {
    const top = topDialog();
    if (event.key !== 'Escape' || event.defaultPrevented || !top) return;
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  });
}

const focusable =
  'input:not([disabled]):not([type="hidden"]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]';

/** The modal dialog that takes all presses. */
export const topDialog = (): HTMLDialogElement | undefined =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
