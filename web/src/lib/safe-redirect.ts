/**
 * The redirect asked for, if it is a path on this site; else undefined. Browsers read `/\host` and a slash followed by
 * a tab as another host, and a router may decode a path before it uses it, so the decoded form must be harmless too.
 */
export function safeRedirect(asked: string | undefined): string | undefined {
  if (!asked?.startsWith('/') || !isHarmless(asked)) return undefined
  try {
    if (!isHarmless(decodeURIComponent(asked))) return undefined
    return new URL(asked, 'https://this.site').origin === 'https://this.site' ? asked : undefined
  } catch {
    return undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const isHarmless = (path: string) => !path.startsWith('//') && !/[\\\u0000-\u001f\u007f]/.test(path)
