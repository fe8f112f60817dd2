import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { waitForPaint } from './page-idle.ts'

export type Finding = { id: string; target: string }

/** A check of a page and its findings. */
export type PageCheck = (page: Page) => Promise<Finding[]>

/** The axe rules to run, by name or by tag. */
type RuleSelection = { type: 'rule' | 'tag'; values: string[] }

// The rules that depend on colors, which are all that differs in the dark theme.
const colorRules = ['color-contrast', 'link-in-text-block']
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function runAxe(page: Page, which: RuleSelection): Promise<Finding[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // biome-ignore lint/suspicious/noExplicitAny: the checker puts itself on the page's window, which has no type for it
    const { violations } = await (globalThis as any).axe.run({ runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
      nodes.map(({ target }) => ({ id, target: target.join(' ') })),
    )
  }, which)
}

/** Runs the accessibility checker on a page. */
export const checkAccessibility: PageCheck = (page) => runAxe(page, { type: 'tag', values: tags })

const wcagScript = readFileSync(join(import.meta.dirname, '../screens/wcag-page.mjs'), 'utf8')

type WcagCheck = 'findFaintBoxes' | 'findUnmarkedFocus' | 'findMotion' | 'findBareTables'

/** Runs checks of `wcag-page.mjs`, which says what each one finds. */
async function runWcagChecks(page: Page, checks: WcagCheck[]): Promise<Finding[]> {
  const found = await page.evaluate<Record<string, string[]>>(
    `if (!globalThis.wcagChecks) { ${wcagScript} }
    Object.fromEntries(${JSON.stringify(checks)}.map((name) => [name, globalThis.wcagChecks[name]()]))`,
  )
  return Object.entries(found).flatMap(([id, targets]) => targets.map((target) => ({ id, target })))
}

/** Checks a page in the light theme, and its colors in the dark theme. */
export const checkBothThemes: PageCheck = async (page) => {
  const light = [
    ...(await checkAccessibility(page)),
    ...(await runWcagChecks(page, ['findFaintBoxes', 'findMotion', 'findBareTables'])),
  ]
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForPaint(page)
  const dark = [
    ...(await runAxe(page, { type: 'rule', values: colorRules })),
    ...(await runWcagChecks(page, ['findFaintBoxes'])),
  ]
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map(({ id, target }) => ({ id: `${id} in the dark`, target }))]
}

/** Checks that each kind of element shows the focus. Moves the focus, so a screen without overlays comes first. */
export const checkFocus: PageCheck = (page) => runWcagChecks(page, ['findUnmarkedFocus'])

/** Reports by how much a page is wider than the window. */
export const checkOverflow: PageCheck = async (page) => {
  const root = 'document.documentElement'
  const points = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
  return points === 0 ? [] : [{ id: 'overflow', target: `${points} px` }]
}
