import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import type { useBrowser } from './browser.ts'

/** Opens pages, each in its own browser context, which is closed at the end of the test. */
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
