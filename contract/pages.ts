/** Paths without a screen: the API, built files, and files that browsers and crawlers request, such as /robots.txt. */
const notScreens = /^\/(api(\/|$)|assets\/|[^/]*\.[^/]*$)/;

export const isScreenPath = (path: string): boolean => !notScreens.test(path);
