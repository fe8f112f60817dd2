import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Compares docs/asvs.md with the published standard, the repository, and docs/security.md.

const root = join(import.meta.dirname, '..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * The level of each requirement of OWASP ASVS 5.0.0, section by section, in numerical order:
 * https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/docs_en
 */
const publishedLevels: Record<string, Record<number, string>> = {
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

const requirements = Object.entries(publishedLevels).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, levels]) =>
    Array.from(levels, (level, at) => ({ number: `${chapter}.${section}.${at + 1}`, level: Number(level) })),
  ),
)

const document = readText('docs/asvs.md')
const rows = Array.from(
  document.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/gm),
  ([line, number = '', level, requirement, verdict = '', evidence = '']) => ({
    ...{ line, number, requirement, verdict, evidence },
    level: Number(level),
  }),
)
/** The files that a cell mentions, by their paths from the root. */
const listFiles = (text: string) =>
  Array.from(text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|md|json))`/g), ([, path = '']) => path)

const listNumbers = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ number }) => number)

test('the standard has 345 requirements: 70 of level 1, 183 of level 2, 92 of level 3', () => {
  const counts = [1, 2, 3].map((level) => requirements.filter((one) => one.level === level).length)
  expect(counts).toEqual([70, 183, 92])
})

test('the table has every requirement of levels 1 and 2 once, in order, with its level', () => {
  const wanted = requirements.filter(({ level }) => level <= 2)
  expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(wanted)
  // A row that is not parsed above would not be checked below.
  expect(rows.length).toBe(document.match(/^\| \d+\.\d+/gm)?.length)
})

test('each row is under its chapter', () => {
  let chapter = ''
  for (const line of document.split('\n')) {
    chapter = /^## V(\d+) /.exec(line)?.[1] ?? chapter
    const [, of] = /^\| (\d+)\.\d+\.\d+ /.exec(line) ?? []
    if (of) expect(of, line).toBe(chapter)
  }
})

test('each verdict is pass, fail or n/a, and each fail names its remedy', () => {
  for (const { line, verdict, evidence } of rows) {
    expect(['pass', 'fail', 'n/a'], line).toContain(verdict)
    if (verdict === 'fail') expect(evidence).toMatch(/\. Mended by \w/)
  }
})

test('a row that the operator decides has no verdict of ours', () => {
  for (const { verdict, evidence, line } of rows)
    if (evidence.startsWith('Operator: ')) expect(verdict, line).toBe('n/a')
})

test('each pass names a file as evidence', () => {
  for (const { verdict, evidence, line } of rows)
    if (verdict === 'pass') expect(listFiles(evidence), line).not.toEqual([])
})

test('every named file exists', () => {
  const paths = [...new Set(rows.flatMap(({ evidence }) => listFiles(evidence)))]
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the counts of the introduction match the rows', () => {
  const counted = [1, 2].map((level) => {
    const levelRows = rows.filter((row) => row.level === level)
    const count = (verdict: string) => levelRows.filter((row) => row.verdict === verdict).length
    return `| ${level} | ${levelRows.length} | ${count('pass')} | ${count('fail')} | ${count('n/a')} |`
  })
  const [pass, fail, none] = ['pass', 'fail', 'n/a'].map((verdict) => listNumbers(verdict).length)
  for (const line of [...counted, `| both | ${rows.length} | ${pass} | ${fail} | ${none} |`])
    expect(document).toContain(line)
  const operatorRows = rows.filter(({ evidence }) => evidence.startsWith('Operator: ')).length
  expect(document).toContain(`${operatorRows} of the rows that do not apply`)
})

describe('docs/security.md', () => {
  test('lists every unmet requirement and no other', () => {
    const [, decided = '', missing = ''] =
      /## What the specification decides\n(.*?)\n## .*## Not there yet\n(.*?)\n## /s.exec(
        readText('docs/security.md'),
      ) ?? []
    const named = Array.from(
      `${decided}${missing}`.matchAll(/\bASVS (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)/g),
      ([, numbers = '']) => numbers.split(', '),
    )
    expect(named.flat().toSorted()).toEqual(listNumbers('fail').toSorted())
  })
})
