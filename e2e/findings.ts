import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isDrawn } from './still.ts'

export type Finding = { id: string; target: string }

/** A look at a page as it stands, and what there is to say of it. */
export type Look = (page: Page) => Promise<Finding[]>

/** What of a page the checker looks at: rules by their names, or by the tags that they have. */
type Which = { type: 'rule' | 'tag'; values: string[] }

// What depends on colours, which is all that is different in the dark.
const coloured = ['color-contrast', 'link-in-text-block']
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function check(page: Page, which: Which): Promise<Finding[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // biome-ignore lint/suspicious/noExplicitAny: the checker puts itself on the page's window, which has no type for it
    const { violations } = await (globalThis as any).axe.run({ runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
      nodes.map(({ target }) => ({ id, target: target.join(' ') })),
    )
  }, which)
}

/** What the accessibility checker has to say of a page as it stands. */
export const findings: Look = (page) => check(page, { type: 'tag', values: tags })

/** The same of a page that is light, and what becomes of its colours in the dark. */
export const findingsInBothThemes: Look = async (page) => {
  const light = await findings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await isDrawn(page)
  const dark = await check(page, { type: 'rule', values: coloured })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map(({ id, target }) => ({ id: `${id} in the dark`, target }))]
}

/** How much wider than the window a page is, if it is. */
export const overflow: Look = async (page) => {
  const root = 'document.documentElement'
  const points = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
  return points === 0 ? [] : [{ id: 'overflow', target: `${points} px` }]
}
