/** What stands for the rest of an address that is not shown. */
const rest = '/…'

/**
 * An address as anybody but its owner sees it: where it goes, and no path or query, which are often all that keeps
 * strangers from calling it.
 */
export function hostOnly(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}${rest}`
}
