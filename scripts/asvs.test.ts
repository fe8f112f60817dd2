import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// docs/asvs.md against the standard as it was published, the repository as it is, and docs/security.md.

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * The level of each requirement of OWASP ASVS 5.0.0, section by section, in the order of their numbers:
 * https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/docs_en
 */
const published: Record<string, Record<number, string>> = {
  1: { 1: '22', 2: '1111122223', 3: '112222222223', 4: '222', 5: '123' },
  2: { 1: '122', 2: '112', 3: '12223', 4: '23' },
  3: { 1: '3', 2: '113', 3: '12223', 4: '11222233', 5: '11122333', 6: '3', 7: '22333' },
  4: { 1: '12233', 2: '23333', 3: '22', 4: '1222' },
  5: { 1: '2', 2: '112333', 3: '113', 4: '222' },
  6: { 1: '122', 2: '111111112222', 3: '11223333', 4: '112233', 5: '22222333', 6: '2223', 7: '33', 8: '2222' },
  7: { 1: '222', 2: '1111', 3: '22', 4: '11222', 5: '223', 6: '22' },
  8: { 1: '1233', 2: '1123', 3: '133', 4: '23' },
  9: { 1: '111', 2: '1222' },
  10: { 1: '22', 2: '223', 3: '22223', 4: '1111122222233333', 5: '22222', 6: '22', 7: '222' },
  11: { 1: '2233', 2: '22233', 3: '11233', 4: '1222', 5: '23', 6: '23', 7: '33' },
  12: { 1: '12233', 2: '11', 3: '22223' },
  13: { 1: '2333', 2: '222223', 3: '2233', 4: '1222233' },
  14: { 1: '22', 2: '12223333', 3: '122' },
  15: { 1: '12233', 2: '12233', 3: '1222222', 4: '3333' },
  16: { 1: '2', 2: '22222', 3: '2222', 4: '222', 5: '2223' },
  17: { 1: '23', 2: '22223333', 3: '22' },
}

const requirements = Object.entries(published).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, levels]) =>
    Array.from(levels, (level, at) => ({ number: `${chapter}.${section}.${at + 1}`, level: Number(level) })),
  ),
)

const document = textOf('docs/asvs.md')
const rows = Array.from(
  document.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm),
  ([line, number = '', level, requirement, verdict = '', evidence = '']) => ({
    ...{ line, number, requirement, verdict, evidence },
    level: Number(level),
  }),
)
/** The files that a cell names, by their paths from the root. */
const filesIn = (text: string) =>
  Array.from(text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|md|json))`/g), ([, path = '']) => path)

const numbersOf = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ number }) => number)

test('the standard has 345 requirements: 70 of level 1, 183 of level 2, 92 of level 3', () => {
  const counts = [1, 2, 3].map((level) => requirements.filter((one) => one.level === level).length)
  expect(counts).toEqual([70, 183, 92])
})

test('the table has every requirement of the levels 1 and 2 once, in order, with its level', () => {
  const wanted = requirements.filter(({ level }) => level <= 2)
  expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(wanted)
  // A row that is not read above would not be checked below.
  expect(rows.length).toBe(document.match(/^\| \d+\.\d+/gm)?.length)
})

test('each row stands under its chapter', () => {
  let chapter = ''
  for (const line of document.split('\n')) {
    chapter = /^## V(\d+) /.exec(line)?.[1] ?? chapter
    const [, of] = /^\| (\d+)\.\d+\.\d+ /.exec(line) ?? []
    if (of) expect(of, line).toBe(chapter)
  }
})

test('each verdict is pass, fail or n/a, and each fail says what would mend it', () => {
  for (const { line, verdict, evidence } of rows) {
    expect(['pass', 'fail', 'n/a'], line).toContain(verdict)
    if (verdict === 'fail') expect(evidence).toMatch(/\. Mended by \w/)
  }
})

test('a row that an operator decides has no verdict of ours', () => {
  for (const { verdict, evidence, line } of rows)
    if (evidence.startsWith('Operator: ')) expect(verdict, line).toBe('n/a')
})

test('each pass names a file that shows it', () => {
  for (const { verdict, evidence, line } of rows)
    if (verdict === 'pass') expect(filesIn(evidence), line).not.toEqual([])
})

test('every file that is named is there', () => {
  const paths = [...new Set(rows.flatMap(({ evidence }) => filesIn(evidence)))]
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the counts of the introduction are those of the rows', () => {
  const counted = [1, 2].map((level) => {
    const ofLevel = rows.filter((row) => row.level === level)
    const count = (verdict: string) => ofLevel.filter((row) => row.verdict === verdict).length
    return `| ${level} | ${ofLevel.length} | ${count('pass')} | ${count('fail')} | ${count('n/a')} |`
  })
  const [pass, fail, none] = ['pass', 'fail', 'n/a'].map((verdict) => numbersOf(verdict).length)
  for (const line of [...counted, `| both | ${rows.length} | ${pass} | ${fail} | ${none} |`])
    expect(document).toContain(line)
  const ofOperators = rows.filter(({ evidence }) => evidence.startsWith('Operator: ')).length
  expect(document).toContain(`${ofOperators} of the rows that do not apply`)
})

describe('docs/security.md', () => {
  test('names every requirement that is not met, and no other', () => {
    const [, decided = '', missing = ''] =
      /## What the specification decides\n(.*?)\n## .*## Not there yet\n(.*?)\n## /s.exec(textOf('docs/security.md')) ??
      []
    const named = Array.from(
      `${decided}${missing}`.matchAll(/\bASVS (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)/g),
      ([, numbers = '']) => numbers.split(', '),
    )
    expect(named.flat().toSorted()).toEqual(numbersOf('fail').toSorted())
  })
})
