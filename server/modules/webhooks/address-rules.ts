const rest = '/…'

/** Path and query are left out: they are often all that keeps strangers from calling an address. */
export function hostOnly(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}${rest}`
}
