import type { Page } from 'playwright-core'
import { type Role, signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { usePages } from '../support/use-pages.ts'

export const offlineHelp = 'Please check your internet connection and try again.'
export const updateHelp = 'The application has been updated. Please refresh the page.'

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
export const sidebarLink = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })
export const pressGoTo = (page: Page) => button(page, /^Search…/).click()

/** Loads the code of the toasts, as the first key does. */
export async function loadToasts(page: Page) {
  await page.keyboard.press('Shift')
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
}

/** Cuts the connection. A route keeps the browser from answering out of its cache. */
export async function goOffline(page: Page) {
  await page.route('**/assets/**', (route) => route.fallback())
  await page.context().setOffline(true)
}

/** Opens screens whose loads are counted. */
export function useCountedScreens() {
  const newPage = usePages(useBrowser())

  /** Opens a screen and counts how often the page loads from then on. */
  async function openScreen(path: string, role: Role = 'enterprise') {
    const page = await newPage()
    await signIn(page, role)
    let loads = 0
    // Not the `load` event: a page that reloads at once does not get that far.
    await page.exposeFunction('noteLoad', () => {
      loads += 1
    })
    await page.addInitScript('noteLoad()')
    await page.goto(path)
    return { page, countLoads: () => loads }
  }

  const openPortal = async () => {
    const opened = await openScreen('/portal')
    await sidebarLink(opened.page, 'Webhooks').waitFor()
    return opened
  }
  return { newPage, openScreen, openPortal }
}
