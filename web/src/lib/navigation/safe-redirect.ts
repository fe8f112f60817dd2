/**
 * Returns the redirect if it is a path on this site, else undefined. Browsers read `/\host` and a slash followed by a
 * tab as another host, and a router may decode or normalize a path before using it, so the result must be safe after
 * that too.
 */
export function toSafeRedirect(redirect: string | undefined): string | undefined {
  if (!redirect?.startsWith('/')) return undefined
  try {
    return isSameSite(redirect) && isSameSite(decodeURIComponent(redirect)) ? redirect : undefined
  } catch {
    return undefined
  }
}

const site = 'https://this.site'

function isSameSite(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (path.startsWith('//') || /[\\\u0000-\u001f\u007f]/.test(path)) return false
  const { origin, pathname } = new URL(path, site)
  return origin === site && !pathname.startsWith('//')
}
