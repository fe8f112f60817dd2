import { expect, test } from 'vitest'
import { checkBothThemes } from '../support/page-checks.ts'
import { newEmail, password, passwordField, waitForPortal } from '../support/test-user.ts'
import { usePortalWithProvider } from './external-portal.ts'

const { openPage, visitProvider } = await usePortalWithProvider()

test('someone new registers with what the provider knows, and needs no code', async () => {
  const email = newEmail('newcomer')
  const page = await openPage()
  await page.goto('/login')
  await visitProvider(page, 'Continue with Example Login', email)
  await page.waitForURL((at) => at.pathname === '/register')
  await page.getByText(`Create your account, and Example Login (${email}) signs you in`).waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Casey')
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('readonly')).not.toBeNull()
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByLabel('Phone number').fill('615-555-0133')
  await passwordField(page).fill(password)
  await passwordField(page, 'Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await waitForPortal(page)
})

test('someone new who does not want the connection keeps what they have typed', async () => {
  const page = await openPage()
  await page.goto('/login')
  await visitProvider(page, 'Continue with Example Login', newEmail('newcomer'))
  await page.getByLabel('Phone number').fill('615-555-0133')
  await page.getByRole('button', { name: 'Do not connect' }).click()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).getAttribute('readonly')).toBeNull()
  expect(await page.getByLabel('First name').inputValue()).toBe('Casey')
  expect(await page.getByLabel('Phone number').inputValue()).toBe('615-555-0133')
})
