/** Paths without a screen: the API, built files, and files that browsers and crawlers request, such as /robots.txt. */
const notScreens = /^\/(api(\/|$)|assets\/|[^/]*\.[^/]*$)/;

/** Whether the app has a page at this path, which may be the one that says that nothing is there. */
export const isScreenPath = (path: string): boolean => !notScreens.test(path);
