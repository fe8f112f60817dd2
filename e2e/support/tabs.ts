import type { BrowserContext, Page } from 'playwright-core'

export async function openTabs(context: BrowserContext, ...paths: string[]): Promise<Page[]> {
  return Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage()
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    }),
  )
}
