const maxLength = 200
/** A driver may put a whole statement into its message. */
const maxReadLength = 2_000
const redacted = '…'

// Secrets, recognized by their form: credentials in a URL before its host and after its path, tokens and keys,
// six-digit codes, and any other long run of letters and digits except the id of a row.
const secretPatterns: readonly [RegExp, string][] = [
  [/(:\/\/)[^\s/@]+@/g, `$1${redacted}@`],
  [/(\?)[^\s"')]+/g, `$1${redacted}`],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${redacted}`],
  [/\b(password|passwd|secret|token|code|key)(["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, `$1$2${redacted}`],
  [/\b(dyk|whsec|sk|rk|pk)_\w+/g, `$1_${redacted}`],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, redacted],
  [/(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w+/=-]*\d)[\w+/=-]{24,}/gi, redacted],
  [/(?<!\d)\d{6}(?!\d)/g, redacted],
]

/** Returns the first line, shortened and with secrets redacted. */
export function formatErrorLine(text: string): string {
  const [first = ''] = text
    .trim()
    .slice(0, maxReadLength)
    .split(/\r\n|\r|\n/)
  const line = secretPatterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), first)
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}
