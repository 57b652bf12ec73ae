/** Whether the server now has another build of the app than this page. False where it does not answer. */
export async function isPageOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src');
  // The service worker leaves `no-store` to the network.
  const answer = await fetch('/index.html', { cache: 'no-store' }).catch(() => null);
  if (!script || !answer?.ok) return false;
  const page = await answer.text().catch(() => '');
  // Not the sign-in page of a public network.
  return page.includes('src="/assets/') && !page.includes(script);
}
