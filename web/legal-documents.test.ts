import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseLegalDocument } from './legal-documents.ts'

const text = `# Rules

Last changed on May 1, 2026

In short: **be kind**.

## First {#first}

See the [policy](/refund-policy).

## Second {#second}

- Never twice in {{repeatLeadFreeDays}} days
`

test('a document becomes a title, a date, a summary and sections with link ids', () => {
  expect(parseLegalDocument(text)).toEqual({
    title: 'Rules',
    changed: 'Last changed on May 1, 2026',
    summary: '<p>In short: <strong>be kind</strong>.</p>',
    sections: [
      { id: 'first', title: 'First', html: '<p>See the <a href="/refund-policy">policy</a>.</p>' },
      { id: 'second', title: 'Second', html: '<ul>\n<li>Never twice in 365 days</li>\n</ul>' },
    ],
  })
})

test('a document or section with a missing part fails the build', () => {
  expect(() => parseLegalDocument('# Rules\n')).toThrow('begins with its title')
  expect(() => parseLegalDocument(text.replace(' {#second}', ''))).toThrow('no {#id}')
})

test.each(['terms', 'privacy', 'refund-policy'])('the %s are complete', (name) => {
  const markdown = readFileSync(new URL(`src/features/legal/${name}.md`, import.meta.url), 'utf8')
  const { sections } = parseLegalDocument(markdown)
  expect(sections.length).toBeGreaterThan(5)
  expect(JSON.stringify(sections)).not.toMatch(/\{\{|\{#/)
})
