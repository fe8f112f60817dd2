const longest = 200
/** A driver may put a whole statement into what it says. */
const mostRead = 2_000
const hidden = '…'

// What opens something, by its looks: what stands in an address before its host and after its path, tokens and keys, codes
// of six digits, and any other long run of letters and digits but the id of a row.
const secrets: readonly [RegExp, string][] = [
  [/(:\/\/)[^\s/@]+@/g, `$1${hidden}@`],
  [/(\?)[^\s"')]+/g, `$1${hidden}`],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${hidden}`],
  [/\b(password|passwd|secret|token|code|key)(["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, `$1$2${hidden}`],
  [/\b(dyk|whsec|sk|rk|pk)_\w+/g, `$1_${hidden}`],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, hidden],
  [/(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w+/=-]*\d)[\w+/=-]{24,}/gi, hidden],
  [/(?<!\d)\d{6}(?!\d)/g, hidden],
]

/** The first line, shortened, and without what might open something. */
export function errorLine(text: string): string {
  const [first = ''] = text
    .trim()
    .slice(0, mostRead)
    .split(/\r\n|\r|\n/)
  const line = secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), first)
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line
}
