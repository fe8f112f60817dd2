import type { Page } from 'playwright-core'
import { signIn, type useBrowser } from './browser.ts'
import { buyerOf, dialog } from './buyer.ts'
import { newPerson } from './person.ts'
import { usePages } from './use-pages.ts'

const smallPack = '00000000-0000-7000-8000-000000000201'

/** Administrators at the screens of billing, and whoever has bought something. */
export function useAdminBilling(browser: Pick<ReturnType<typeof useBrowser>, 'open' | 'url'>) {
  const { url } = browser
  const newPage = usePages(browser)

  /** A new account that has bought the smallest pack, with a coupon where one is said; gives its email. */
  async function buyer(couponCode?: string): Promise<string> {
    const email = await newPerson(url)
    const { begin, buy } = await buyerOf(url, email)
    await buy(await begin({ packId: smallPack, couponCode }))
    return email
  }

  /** An administrator at one screen of the portal. */
  async function adminAt(path: string): Promise<Page> {
    const page = await newPage()
    await signIn(page, 'admin')
    await page.goto(path)
    return page
  }

  return { newPage, adminAt, buyer }
}

export const closed = (page: Page, name: string | RegExp) => dialog(page, name).waitFor({ state: 'hidden' })

/** What has the focus, as it is called or as it reads. */
export const focused = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") || document.activeElement.innerText')
