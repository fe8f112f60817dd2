import type { Page } from 'playwright-core'
import { signIn, type useBrowser } from '../support/browser.ts'
import { createTestBuyer, dialog } from '../support/buyer.ts'
import { createTestUser } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const smallPack = '00000000-0000-7000-8000-000000000201'

/** Opens billing screens as an administrator, and creates users with purchases. */
export function useAdminBilling(browser: Pick<ReturnType<typeof useBrowser>, 'open' | 'url'>) {
  const { url } = browser
  const newPage = usePages(browser)

  /** Creates an account that has bought the smallest pack, optionally with a coupon; returns its email. */
  async function createBuyerWithPack(couponCode?: string): Promise<string> {
    const email = await createTestUser(url)
    const { begin, buy } = await createTestBuyer(url, email)
    await buy(await begin({ packId: smallPack, couponCode }))
    return email
  }

  /** Opens a screen of the portal as an administrator. */
  async function openAsAdmin(path: string): Promise<Page> {
    const page = await newPage()
    await signIn(page, 'admin')
    await page.goto(path)
    return page
  }

  return { newPage, openAsAdmin, createBuyerWithPack }
}

export const waitUntilClosed = (page: Page, name: string | RegExp) => dialog(page, name).waitFor({ state: 'hidden' })

/** The label or the text of the focused element. */
export const getFocusedLabel = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") || document.activeElement.innerText')
