import type { Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { startOidcProvider } from '../../server/modules/identity/external/oidc-provider.fixture.ts'
import { useBrowser } from '../support/browser.ts'
import { copyFolder, removeDataFolder, startPortal } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'

/** Starts a provider, and a portal where it signs in as "Example Login". */
export async function usePortalWithProvider() {
  const provider = await startOidcProvider()
  const folder = await copyFolder(inject('demoFolder'))
  const portal = await startPortal(folder, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.config.clientId,
    OIDC_CLIENT_SECRET: provider.config.clientSecret,
    OIDC_NAME: 'Example Login',
  })
  afterAll(async () => {
    await provider.stop()
    await portal.kill('SIGTERM')
    await removeDataFolder(folder)
  })
  const newPage = usePages(useBrowser())

  async function openPage(): Promise<Page> {
    const page = await newPage({ baseURL: portal.url })
    // The page of the provider asks for a font on the internet.
    await page.route(/fonts\.googleapis\.com/, (route) => route.abort())
    return page
  }

  /** Goes to the provider by a button of ours, signs in at its page, and comes back. */
  async function visitProvider(page: Page, button: string, login: string) {
    await page.getByRole('button', { name: button }).click()
    await page.waitForURL((at) => at.origin === provider.issuer)
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.waitForURL((at) => at.origin === portal.url && at.pathname !== '/login/callback')
  }

  return { url: portal.url, openPage, visitProvider }
}
