/**
 * What Chromium 150 has and Chromium 85 has not: the language, and the parts of the DOM that a page like ours may use. Found
 * by listing the properties of every global in both. '#' means a prototype.
 */
const newer: Readonly<Record<string, string>> = {
  globalThis:
    'Iterator URLPattern Scheduler scheduler Observable Navigation navigation reportError structuredClone Temporal DisposableStack AsyncDisposableStack SuppressedError Float16Array AbstractRange ToggleEvent CloseWatcher QuotaExceededError Highlight HighlightRegistry Sanitizer',
  Object: 'hasOwn groupBy',
  Array: 'fromAsync #at #findLast #findLastIndex #toReversed #toSorted #toSpliced #with',
  String: '#at #isWellFormed #toWellFormed',
  Symbol: 'dispose asyncDispose',
  Date: '#toTemporalInstant',
  Promise: 'withResolvers try',
  RegExp: 'escape #hasIndices #unicodeSets',
  Error: 'isError',
  Intl: 'supportedValuesOf Segmenter DurationFormat',
  ArrayBuffer: '#maxByteLength #resizable #resize #transfer #transferToFixedLength #detached',
  Atomics: 'waitAsync pause',
  Uint8Array: 'fromBase64 fromHex #toBase64 #setFromBase64 #toHex #setFromHex',
  DataView: '#getFloat16 #setFloat16',
  Map: 'groupBy #getOrInsert #getOrInsertComputed',
  Set: '#difference #intersection #isSubsetOf #isSupersetOf #isDisjointFrom #symmetricDifference #union',
  WeakMap: '#getOrInsert #getOrInsertComputed',
  AbortSignal: 'abort any timeout #reason #throwIfAborted',
  Blob: '#bytes',
  CSS: 'highlights',
  Crypto: '#randomUUID',
  CustomElementRegistry: '#getName #initialize',
  Document:
    'parseHTMLUnsafe parseHTML #prerendering #caretPositionFromPoint #hasStorageAccess #hasUnpartitionedCookieAccess #moveBefore #replaceChildren #requestStorageAccess #requestStorageAccessFor #startViewTransition #fragmentDirective #activeViewTransition #customElementRegistry #ariaNotify',
  DocumentFragment: '#moveBefore #replaceChildren',
  Element:
    '#role #ariaBrailleLabel #ariaBrailleRoleDescription #ariaInvalid #checkVisibility #getHTML #moveBefore #replaceChildren #setHTMLUnsafe #currentCSSZoom #customElementRegistry #activeViewTransition #ariaColIndexText #ariaRowIndexText #ariaActiveDescendantElement #ariaControlsElements #ariaDescribedByElements #ariaDetailsElements #ariaErrorMessageElements #ariaFlowToElements #ariaLabelledByElements #ariaNotify #pseudo #setHTML #startViewTransition',
  EventTarget: '#when',
  HTMLButtonElement:
    '#popoverTargetElement #popoverTargetAction #commandForElement #command #interestForElement',
  HTMLDetailsElement: '#name',
  HTMLDialogElement: '#closedBy #requestClose',
  HTMLElement:
    '#inert #editContext #virtualKeyboardPolicy #popover #writingSuggestions #attributeStyleMap #hidePopover #showPopover #togglePopover #focusGroup #focusGroupStart',
  HTMLInputElement: '#popoverTargetElement #popoverTargetAction #showPicker',
  HTMLScriptElement: 'supports #fetchPriority #blocking #textContent #innerText',
  HTMLSelectElement: '#showPicker',
  HTMLTemplateElement:
    '#shadowRootMode #shadowRootDelegatesFocus #shadowRootClonable #shadowRootSerializable #shadowRootCustomElementRegistry #htmlFor',
  Headers: '#getSetCookie',
  Performance: '#interactionCount',
  ReadableStream: '#values',
  Request: '#duplex #targetAddressSpace #isReloadNavigation #body #bytes',
  Response: 'json #bytes',
  Selection: '#direction #getComposedRanges',
  ShadowRoot:
    '#slotAssignment #serializable #clonable #getHTML #setHTMLUnsafe #customElementRegistry #setHTML',
  URL: 'canParse parse',
  URLSearchParams: '#size',
};

/** Iterators of the language have helpers since Chromium 122. */
const ofIterators = 'drop every filter find flatMap forEach map reduce some take toArray';

/** Removes all of it from a page before its script runs. A page gets the text of this function, so it uses nothing from outside. */
export function makeOld([members, helpers]: readonly [Readonly<Record<string, string>>, string]): void {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const helper of helpers.split(' ')) Reflect.deleteProperty(iterators, helper);
  for (const [owner, names] of Object.entries(members)) {
    const object = Reflect.get(globalThis, owner);
    for (const name of names.split(' ')) {
      const place = name.startsWith('#') ? object?.prototype : object;
      if (place) Reflect.deleteProperty(place, name.replace('#', ''));
    }
  }
}

export const newerThanChromium85 = [newer, ofIterators] as const;
