const hiddenPath = '/…'

/** Omits path and query, which are often the only secret that protects an endpoint. */
export function hidePath(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}${hiddenPath}`
}
