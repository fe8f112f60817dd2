/** A word that had several meanings or that nobody would search for, and the standard one. */
type RetiredWord = { pattern: RegExp; standard: string }

/** Matched against identifiers and file names as words in lower case: `ordersUnderWay` is "orders under way". */
const retiredNames: RetiredWord[] = [
  { pattern: /\b(any|every|some)bod(y|ys)\b/, standard: 'admin…, listAll… or findAny…' },
  { pattern: /\b(tell|tells|told|untold|tidings)\b/, standard: 'emit, notify or publish; sent, notified, pending' },
  { pattern: /\blaps(e|es|ed|ing)\b/, standard: 'expire' },
  { pattern: /\bforget(s|ting)?\b/, standard: 'purge (by age) or delete (on request)' },
  { pattern: /\bfigures?\b/, standard: 'stats, totals or format…' },
  { pattern: /\bin words$|\blooks$/, standard: 'format…, labels or styles' },
  { pattern: /\bunder way\b/, standard: 'in progress' },
  { pattern: /\bput off\b/, standard: 'deferred' },
  { pattern: /\b(give|gives|gave|giving) (all )?back\b/, standard: 'release, refund or return' },
  { pattern: /\b(take|takes|took|taking) back\b/, standard: 'claw back or revert' },
  { pattern: /\b(asker|newcomer)s?\b/, standard: 'the context or caller; new…' },
  {
    pattern: /\b(desk|machinery|turnstile|doorkeeper)\b/,
    standard: 'Api or Service, ServerInfo, semaphore, authentication',
  },
  { pattern: /\b(errand|chore)s?\b/, standard: 'pending purchase; maintenance or scheduled job' },
  { pattern: /\b(un)?seal(s|ed|ing)?\b/, standard: 'encrypt, decrypt or sign' },
  { pattern: /\b(stranded|gravest)\b/, standard: 'orphaned; most severe' },
  { pattern: /\btroubles?\b/, standard: 'failure, error or problem' },
  { pattern: /\bbegun\b/, standard: 'started' },
  { pattern: /^most (?!recent|restrictive|severe|specific)/, standard: 'max…' },
]

/** Matched against every line: comments, texts of screens and documents. */
const retiredPhrases: RetiredWord[] = [
  { pattern: /\b(any|every)body['’]s\b/i, standard: "all users' or any user's" },
  { pattern: /(?<!#)\blaps(e|es|ed|ing)\b/i, standard: 'expire' },
  { pattern: /\bunder way\b/i, standard: 'in progress' },
  { pattern: /\bgiv(e|es|en|ing) (it |them )?back\b/i, standard: 'release, refund or return' },
  { pattern: /\bput off\b/i, standard: 'deferred' },
  { pattern: /\bwhom?ever\b/i, standard: 'the user, the caller or anyone who' },
  { pattern: /\bstands? against\b/i, standard: 'prevents' },
  { pattern: /\bstands? here\b/i, standard: 'is listed here' },
]

/** Names that callers, stored data or a table decide, and dates. */
const keptNames = new Set([
  'givesBack',
  'underWay',
  'UNDER_WAY',
  'putOff',
  'ORDERS_PUT_OFF',
  'told_on',
  'begun_at',
  'asOf',
  'dataAsOf',
])

/** These files quote retired words. */
const quotes = /^scripts\/(lib\/retired-words|source-rules\.test)\.ts$/

const toWords = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_.$]/g, ' ')
    .toLowerCase()
    .trim()

/** Names of more than one word; a single word may as well be prose, so it counts only where it is declared. */
function listNames(line: string): string[] {
  const compound = line.match(/[A-Za-z]\w*(?:[a-z\d][A-Z]|_[A-Za-z])\w*/g) ?? []
  const declared = [...line.matchAll(/\b(?:const|let|function\*?|type|interface|class) ([A-Za-z]+)\b/g)]
  return [...new Set([...compound, ...declared.map(([, name = '']) => name)])]
}

const find = (words: RetiredWord[], text: string) => words.find(({ pattern }) => pattern.test(text))

/** Returns each retired word in a file's path or lines, as `path:line: word: write the standard one`. */
export function findRetiredWords({ path, text }: { path: string; text: string }): string[] {
  if (quotes.test(path)) return []
  const retiredPath = find(retiredNames, toWords(path.replace(/^.*\//, '').replace(/\..*$/, '')))
  const ofPath = retiredPath ? [`${path}: write ${retiredPath.standard}`] : []
  const ofLines = text.split('\n').flatMap((line, index) => {
    const at = `${path}:${index + 1}`
    const phrase = find(retiredPhrases, line)
    const found = phrase ? [`${at}: "${line.match(phrase.pattern)?.[0]}": write ${phrase.standard}`] : []
    if (path.endsWith('.md')) return found
    for (const name of listNames(line)) {
      const word = keptNames.has(name) ? undefined : find(retiredNames, toWords(name))
      if (word) found.push(`${at}: ${name}: write ${word.standard}`)
    }
    for (const [, name = ''] of line.matchAll(/\b(?:function\*?|const|let) (\w+Of)\b/g))
      if (!keptNames.has(name)) found.push(`${at}: ${name}: write get…, to…, list… or find…`)
    return found
  })
  return [...ofPath, ...ofLines]
}
