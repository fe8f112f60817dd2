const redacted = '…'
/** A driver may put a whole statement into its message. */
const maxReadLength = 4_000

// Secrets, recognized by their form: credentials in a URL before its host and after its path, tokens and keys,
// six-digit codes, and any other long run of letters and digits except the id of a row.
const secretPatterns: readonly [RegExp, string][] = [
  [/(:\/\/)[^\s/@]+@/g, `$1${redacted}@`],
  [/(\?)[^\s"')]+/g, `$1${redacted}`],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${redacted}`],
  [/\b(password|passwd|secret|token|code|key)(["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, `$1$2${redacted}`],
  [/\b(dyk|whsec|sk|rk|pk)_\w+/g, `$1_${redacted}`],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, redacted],
  [/(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w+=-]*\d)[\w+=-]{24,}/gi, redacted],
  // In Base64 with slashes, unless it begins like a path.
  [/(?<![\w/-])(?!\/|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w+/=-]*\d)[\w+/=-]{24,}/gi, redacted],
  [/(?<!\d)\d{6}(?!\d)/g, redacted],
]

/** Emails, and phone numbers of ten digits or with a country code. */
const personPatterns: readonly [RegExp, string][] = [
  [/[^\s@<>()[\]{}"',;:|]{1,64}@[^\s@<>()[\]{}"',;:|]{1,255}/g, redacted],
  [/(?<![\w-])\+\d[\d .()-]{6,18}\d(?!\d)/g, redacted],
  [/(?<![\w-])(?:1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}(?![\w-])/g, redacted],
]

const replaceAll = (text: string, patterns: readonly [RegExp, string][]) =>
  patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text.slice(0, maxReadLength))

/** Replaces secrets by an ellipsis; reads the first 4,000 characters and drops the rest. */
export const redactSecrets = (text: string): string => replaceAll(text, secretPatterns)

/** The same, and emails and phone numbers too. Names cannot be told from other words. */
export const redactPersonalData = (text: string): string => redactSecrets(replaceAll(text, personPatterns))

/** Search parameters that name a view, not a person; all others are dropped. */
const viewParams = new Set([
  ...['page', 'limit', 'sort', 'order', 'tab', 'view', 'part', 'state', 'status', 'layer', 'task', 'days', 'call'],
])

const isPlainValue = (value: string) => /^[\w.-]{1,40}$/.test(value)

/** The path of an address with the search parameters that name a view; segments that may be tokens are redacted. */
export function redactAddress(address: string): string {
  const [path = '', search = ''] =
    address
      .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
      .split('#')[0]
      ?.split('?') ?? []
  const segments = path.split('/').map((segment) => redactPersonalData(decodeSegment(segment)))
  const kept = [...new URLSearchParams(search)].filter(
    ([name, value]) => viewParams.has(name) && isPlainValue(value) && redactPersonalData(value) === value,
  )
  const query = new URLSearchParams(kept).toString()
  return query ? `${segments.join('/')}?${query}` : segments.join('/')
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
