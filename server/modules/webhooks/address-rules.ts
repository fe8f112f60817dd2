/** What stands for the rest of an address that is not shown. */
const rest = '/…'

/** The shortest part of an address that is taken out of other texts: shorter ones are words, and hide nothing. */
const shortestPart = 8

/**
 * An address as anybody but its owner sees it: where it goes, and no path or query, which are often all that keeps
 * strangers from calling it.
 */
export function hostOnly(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}${rest}`
}

/** A text without what it repeats of the path and query of an address, as many an answer does: "Cannot POST /path". */
export function withoutAddress(text: string, url: string): string {
  const { href, pathname, search, searchParams } = new URL(url)
  const whole = [href, `${pathname}${search}`, pathname].filter((part) => part.length > 1)
  const parts = [...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= shortestPart)
  const said = [...whole, ...parts].flatMap((part) => [part, readable(part)])
  return said.toSorted((a, b) => b.length - a.length).reduce((left, part) => left.replaceAll(part, '…'), text)
}

/** As a receiver repeats it that has decoded it. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
