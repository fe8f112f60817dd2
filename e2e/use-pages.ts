import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { useBrowser } from './browser.ts'

/** Opens pages, each in a browser context of its own, which the end of the test closes. */
export function usePages({ open }: Pick<ReturnType<typeof useBrowser>, 'open'>) {
  const contexts: BrowserContext[] = []
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  return async (options: BrowserContextOptions = {}): Promise<Page> => {
    const { page, context } = await open(options)
    contexts.push(context)
    return page
  }
}
