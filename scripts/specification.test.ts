import { expect, test } from 'vitest'
import { checkSpecification, listTestTitles } from './lib/specification.ts'

const testFiles: Record<string, string | null> = {
  'server/orders.test.ts': "test('an order is placed', () => {})\ntest.each([1, 2])('%i orders | leads', () => {})",
  'server/orders.torture.test.ts': null,
  'server/modules': null,
}

const check = (...lines: string[]) => checkSpecification(lines.join('\n'), (path) => testFiles[path])
const placed = '`server/orders.test.ts` › an order is placed'

test('rows with a check, several checks, or a reason pass', () => {
  expect(
    check(
      '# The specification',
      '## 1. What it does',
      '| no. | the specification says | check |',
      '|---|---|---|',
      `| 1.1 | Orders are placed | ${placed} |`,
      `| 1.2 | '\\|' is text | ${placed}<br>\`server/orders.test.ts\` › %i orders \\| leads |`,
      '## 2. Screens',
      '| 2.1 | Fields are not shown | - silent; see below |',
    ),
  ).toEqual([])
})

test.each([
  ['`server/none.test.ts` › an order is placed', '1.1: server/none.test.ts does not exist'],
  ['`server/orders.torture.test.ts` › an order is placed', '1.1: npm test does not run server/orders.torture.test.ts'],
  ['`server/orders.test.ts` › an order', '1.1: server/orders.test.ts has no test "an order" that runs'],
  ['server/orders.test.ts: an order is placed', '1.1 has neither a check nor a reason'],
  [`${placed}<br>and another`, '1.1 has neither a check nor a reason'],
  ['-', '1.1 has neither a check nor a reason'],
  ['- ', '1.1 has neither a check nor a reason'],
  ['- TODO: write it', '1.1 has neither a check nor a reason'],
  ['', '1.1 has neither a check nor a reason'],
])('a row checked by "%s" is reported', (cell, problem) => {
  expect(check('## 1. One', `| 1.1 | Orders are placed | ${cell} |`)).toEqual([problem])
})

test('numbers without a gap, a repetition or another section are required', () => {
  const row = (number: string) => `| ${number} | Orders are placed | ${placed} |`
  expect(check('## 1. One', row('1.1'), row('1.3'))).toEqual(['1.3 stands where 1.2 belongs'])
  expect(check('## 1. One', row('1.1'), row('1.1'))).toEqual(['1.1 stands where 1.2 belongs'])
  expect(check('## 1. One', row('1.1'), '## 2. Two', row('1.2'))).toEqual(['1.2 stands where 2.1 belongs'])
  expect(check('## 1. One', row('1.1'), '## 3. Three', row('3.1'))).toEqual(['section 3 follows section 1'])
})

test('a line that looks like a row and is none is reported, and so is a document without rows', () => {
  expect(check('## 1. One', `| 1.1 | ${placed} |`)).toEqual([
    `no number, sentence and check: | 1.1 | ${placed} |`,
    'the document has no rows',
  ])
  expect(check('# The specification')).toEqual(['the document has no rows'])
})

test('a folder or file that the text names and that does not exist is reported', () => {
  const row = `| 1.1 | Orders are placed | ${placed} |`
  expect(check('## 1. One', 'The folder is `server/modules`, the call `GET /v1/orders`.', row)).toEqual([])
  expect(check('## 1. One', 'The folder is `server/modes`.', row)).toEqual(['server/modes does not exist'])
})

test('the titles of tests are found in groups, tables and templates, as they are written', () => {
  const text = `
    describe('orders', () => {
      it("the owner's order", () => {})
      test.concurrent.each(rows)('%s is placed', { timeout: 1 }, () => {})
      for (const role of roles) test(\`\${role} places orders\`, () => {})
      test(\`plain\`, () => {})
    })
    const element = <p>test('in a text', 1)</p>`
  expect([...listTestTitles(text)]).toEqual([
    "the owner's order",
    '%s is placed',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as it is written
    '${role} places orders',
    'plain',
  ])
})

test.each([
  "// test('one', () => {})",
  'const text = \'test("one", () => {})\'',
  "test.skip('one', () => {})",
  "test.todo('one')",
  "test.skipIf(isSlow)('one', () => {})",
  "test.runIf(isFast).each(rows)('one', () => {})",
  "test('one', { skip: true }, () => {})",
  "describe.skip('orders', () => { test('one', () => {}) })",
  "describe('one', () => {})",
  "attest('one', () => {})",
  'test(one, () => {})',
])('no test that runs: %s', (text) => {
  expect([...listTestTitles(text)]).toEqual([])
})
