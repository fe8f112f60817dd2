/**
 * The redirect asked for, if it is a path on this site; else undefined. Browsers read `/\host` and a slash followed by
 * a tab as another host, and a router may decode or normalise a path before it uses it, so what comes of that must be
 * harmless too.
 */
export function safeRedirect(asked: string | undefined): string | undefined {
  if (!asked?.startsWith('/')) return undefined
  try {
    return staysHere(asked) && staysHere(decodeURIComponent(asked)) ? asked : undefined
  } catch {
    return undefined
  }
}

const site = 'https://this.site'

function staysHere(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (path.startsWith('//') || /[\\\u0000-\u001f\u007f]/.test(path)) return false
  const { origin, pathname } = new URL(path, site)
  return origin === site && !pathname.startsWith('//')
}
