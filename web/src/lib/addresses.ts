/**
 * Addresses of pages and files.
 *
 * A server is at the root of its host, and answers the address of each page. A site may lie in any folder of a static host: its
 * addresses are relative to that folder, whose one page is told by the question (`?t/ID`) what to show.
 */

/** Does this page come from a static site, so that this device holds its tables? */
export const local = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="tablier-host"]')?.content === 'local';

/** The address of a page of the client, such as `/t/ID`. */
export function pageAddress(path: string): string {
  if (!local) return path;
  return path === '/' ? './' : `?${path.slice(1)}`;
}

/** What chat programs add to the end of a link: punctuation of the sentence, a slash. */
const STRAY = /(?:[^\w-]|%[\da-f]{2})+$/i;

/** The page that the address of this document names; `/` is the first one. */
export function shownPage(): string {
  const [asked = ''] = location.search.slice(1).split('&');
  const page = local ? `/${asked.includes('=') ? '' : asked}` : location.pathname; // other sites add questions like `?from=`
  return page.replace(STRAY, '') || '/';
}

/** The address of a file that servers and sites have, such as `/api/art/common.svg`. */
export const fileAddress = (path: string): string => (local ? `.${path}` : path);

/** The address of a rulebook; on a site it is a folder, to which the links of the page are relative. */
export const rulesAddress = (game: string, lang: string): string => (local ? `./rules/${game}/${lang}/` : `/rules/${game}/${lang}`);

/** The address of this document, without what follows `#`. */
export const withoutHash = (): string => location.pathname + location.search;
