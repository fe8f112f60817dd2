import ts from 'typescript'

/** A sentence of the specification: what checks it, or why nothing can. */
type Row = { number: string; checks: { path: string; title: string }[]; reason?: string }

/**
 * Returns the text of a test file that `npm test` runs, `null` for any other file or folder, and `undefined` where there
 * is none.
 */
export type ReadTestFile = (path: string) => string | null | undefined

/** A path from the root in the text around the tables. */
const namedPath = /`((?:contract|docs|e2e|scripts|server|web)\/[\w./-]+)`/g

/**
 * Compares docs/specification.md with the tests. Each row is `| 2.17 | what the specification says | check |`; a check
 * is a test file and the title of a test in it, as it is written there, several are separated by `<br>`, and `- why`
 * says that there is none. Files and folders that the text names have to exist, too. Returns one sentence per problem.
 */
export function checkSpecification(document: string, readTestFile: ReadTestFile): string[] {
  const { rows, problems } = parseRows(document)
  const titlesByPath = new Map<string, Set<string>>()
  for (const { number, checks, reason } of rows) {
    if (checks.length === 0 && !reason) problems.push(`${number} has neither a check nor a reason`)
    for (const { path, title } of checks) {
      const text = readTestFile(path)
      if (text === undefined) problems.push(`${number}: ${path} does not exist`)
      if (text === null) problems.push(`${number}: npm test does not run ${path}`)
      if (!text) continue
      const titles = titlesByPath.get(path) ?? listTestTitles(text)
      titlesByPath.set(path, titles)
      if (!titles.has(title)) problems.push(`${number}: ${path} has no test "${title}" that runs`)
    }
  }
  const text = document.replace(/^\| *\d.*$/gm, '')
  for (const [, path = ''] of text.matchAll(namedPath))
    if (readTestFile(path) === undefined) problems.push(`${path} does not exist`)
  return problems
}

function parseRows(document: string): { rows: Row[]; problems: string[] } {
  const rows: Row[] = []
  const problems: string[] = []
  let [section, row] = [0, 0]
  for (const line of document.split('\n')) {
    const [, heading] = /^## (\d+)\. /.exec(line) ?? []
    if (heading) {
      if (Number(heading) !== section + 1) problems.push(`section ${heading} follows section ${section}`)
      ;[section, row] = [Number(heading), 0]
    }
    if (!/^\| *\d/.test(line)) continue
    const [, number, checked] = /^\| (\d+\.\d+) \| .*[^ ].* \| (.*) \|$/.exec(line.replaceAll('\\|', '∣')) ?? []
    if (number === undefined || checked === undefined) {
      problems.push(`no number, sentence and check: ${line}`)
      continue
    }
    row += 1
    if (number !== `${section}.${row}`) problems.push(`${number} stands where ${section}.${row} belongs`)
    rows.push({ number, ...parseChecks(checked.replaceAll('∣', '|')) })
  }
  if (rows.length === 0) problems.push('the document has no rows')
  return { rows, problems }
}

function parseChecks(cell: string): Pick<Row, 'checks' | 'reason'> {
  const [, reason] = /^- (?!TODO)(.*\w.*)$/.exec(cell) ?? []
  if (reason !== undefined) return { checks: [], reason }
  const parts = cell.split('<br>').map((part) => /^`(.+?)` › (.+)$/.exec(part.trim()))
  const checks = parts.flatMap((part) => (part?.[1] && part[2] ? [{ path: part[1], title: part[2] }] : []))
  return { checks: checks.length === parts.length ? checks : [] }
}

/**
 * Returns the titles of the tests in a file as they are written, templates with their `${…}`. Tests that are or may be
 * skipped, by themselves or by a group around them, are left out.
 */
export function listTestTitles(text: string): Set<string> {
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? readTestCall(node) : undefined
    if (call?.isSkipped) return
    if (call?.title !== undefined && call.name !== 'describe') titles.add(call.title)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return titles
}

const skipping = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails'])

/** Reads `test('…')`, `test.each([…])('…')` and `describe.skip('…')`. */
function readTestCall({ expression, arguments: [first, second] }: ts.CallExpression) {
  const modifiers: string[] = []
  let callee: ts.Expression = expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) modifiers.push(callee.name.text)
    if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) callee = callee.expression
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag
    else return undefined
  }
  if (!['test', 'it', 'describe'].includes(callee.text)) return undefined
  const options = second && ts.isObjectLiteralExpression(second) ? second.properties : []
  const skips = [...modifiers, ...options.map(({ name }) => name?.getText() ?? '')]
  return { name: callee.text, title: readTitle(first), isSkipped: skips.some((name) => skipping.has(name)) }
}

function readTitle(node: ts.Node | undefined): string | undefined {
  if (node && ts.isStringLiteralLike(node)) return node.text
  return node && ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined
}
