import axe from 'axe-core'
import type { Page } from 'playwright-core'

export type Finding = { id: string; target: string }

/** What the accessibility checker has to say of a page as it stands. */
export async function findings(page: Page): Promise<Finding[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // biome-ignore lint/suspicious/noExplicitAny: the checker puts itself on the page's window, which has no type for it
    const { violations } = await (globalThis as any).axe.run({ runOnly: tags })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
      nodes.map(({ target }) => ({ id, target: target.join(' ') })),
    )
  })
}
