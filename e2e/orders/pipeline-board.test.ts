import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { withDatabase } from '../support/portal-database.ts'
import { toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'
import { absenteeOutOfState, longOwned, parseLeadCount } from './pipeline.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const stageColumn = (page: Page, stage: string) => page.getByRole('region', { name: stage, exact: true })
const stageCards = (page: Page, stage: string) => stageColumn(page, stage).getByRole('article')
const readStageCount = async (page: Page, stage: string) =>
  parseLeadCount(
    await stageColumn(page, stage)
      .getByText(/^[\d,]+ leads?$/)
      .textContent(),
  )
const expectStageCount = (page: Page, stage: string, count: number) =>
  expect.poll(() => readStageCount(page, stage)).toBe(count)

let fundedUser: Awaited<ReturnType<typeof createFundedUser>>
beforeAll(async () => {
  fundedUser = await createFundedUser(url)
  await Promise.all([
    fundedUser.order('First mailing', absenteeOutOfState, 60),
    fundedUser.order('Second mailing', longOwned, 50),
  ])
})

/** Resets the leads of a user to their state after delivery. */
const resetBoard = (email: string) =>
  withDatabase(async (client) => {
    const owned = `from orders join users on users.id = orders.user_id where email = $1`
    await client.query(`delete from lead_activity where order_id in (select orders.id ${owned})`, [email])
    await client.query(
      `update pipeline_leads set stage = 'NEW', staged_at = delivered.at from
        (select order_id, min(staged_at) as at from pipeline_leads group by order_id) as delivered
      where pipeline_leads.order_id = delivered.order_id and pipeline_leads.order_id in (select orders.id ${owned})`,
      [email],
    )
  })

/** Opens the board of a user with two delivered orders, where every lead is new. */
async function openBoard() {
  await resetBoard(fundedUser.email)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await fundedUser.signIn(page)
  await page.goto('/portal/pipeline-builder?tab=board')
  await expectStageCount(page, 'New', 110)
  return page
}

const waitForSave = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().includes('/v1/leads/'))

test('a lead is dragged to a stage and back by undo, and a reload keeps its stage', async () => {
  const page = await openBoard()
  const name = (await stageCards(page, 'New').first().getByRole('link').first().textContent()) ?? ''
  const key = await stageCards(page, 'New').first().getAttribute('data-card')
  const dragged = (stage: string) => stageColumn(page, stage).locator(`[data-card="${key}"]`)
  const drag = async () => {
    // The drag code loads after the cards.
    await dragged('New').and(page.locator('[draggable=true]')).waitFor()
    const answer = waitForSave(page)
    await dragged('New').dragTo(stageColumn(page, 'Contacted'), { sourcePosition: { x: 40, y: 60 } })
    await dragged('Contacted').waitFor()
    expect((await answer).status()).toBe(200)
  }
  await drag()
  // It stays as long as the mouse is over it.
  await page.getByText(`${name} moved to Contacted`).last().hover()
  await expectStageCount(page, 'New', 109)
  await expectStageCount(page, 'Contacted', 1)
  const undone = waitForSave(page)
  await button(page, 'Undo').click()
  await dragged('New').waitFor()
  expect((await undone).status()).toBe(200)
  await expectStageCount(page, 'New', 110)
  await drag()
  await page.reload()
  await dragged('Contacted').waitFor()
  await expectStageCount(page, 'Contacted', 1)
  await expectStageCount(page, 'New', 109)
})

test('a note is deleted at once, even if the tab closes, and undo restores it', async () => {
  const page = await openBoard()
  await stageCards(page, 'New').first().getByRole('link').first().click()
  const leadDrawer = (of: Page) => of.getByRole('dialog', { name: 'Lead' })
  const leadNote = (of: Page, text: string) => leadDrawer(of).getByRole('listitem').filter({ hasText: text })
  for (const text of ['Left a message', 'Prefers email']) {
    await leadDrawer(page).getByLabel('Add a note').fill(text)
    await leadDrawer(page).getByLabel('Add a note').press('Control+Enter')
    await leadNote(page, text).waitFor()
  }
  const remove = async () => {
    await button(page, 'Delete this note').and(leadNote(page, 'Prefers email').getByRole('button')).click()
    await toast(page, 'Note deleted').waitFor()
    await leadNote(page, 'Prefers email').waitFor({ state: 'detached' })
  }
  await remove()
  await button(page, 'Undo').click()
  await leadNote(page, 'Prefers email').waitFor()
  await toast(page, 'Note deleted').waitFor({ state: 'detached' })
  const later = await page.context().newPage()
  await remove()
  const address = page.url()
  await page.close()
  await later.goto(address)
  await leadNote(later, 'Left a message').waitFor()
  expect(await leadNote(later, 'Prefers email').count()).toBe(0)
})

test('a lead is moved, opened and noted by keyboard alone; two tabs agree; an order filters the board', async () => {
  const page = await openBoard()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expectStageCount(second, 'New', 110)

  const key = (await stageCards(page, 'New').first().getAttribute('data-card')) ?? ''
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.dataset.card')
  await stageCards(page, 'New').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).not.toBe(key)
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe(key)
  for (const stage of ['Contacted', 'Follow-up']) {
    const answer = waitForSave(page)
    await page.keyboard.press('Shift+ArrowRight')
    await stageColumn(page, stage).locator(`[data-card="${key}"]`).waitFor()
    await answer
    await expect.poll(focused).toBe(key)
  }
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await drawer.getByLabel('Add a note').focus()
  await page.keyboard.type('Asked to be called after the holidays')
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/notes') && sent.push(request.method()))
  await drawer.getByRole('button', { name: 'Add note' }).dblclick()
  const activity = drawer.getByRole('list').last()
  await activity.getByText('Asked to be called after the holidays').waitFor()
  await activity.getByText('New to Contacted').waitFor()
  await expect.poll(() => drawer.getByLabel('Add a note').inputValue()).toBe('')
  expect(sent).toEqual(['POST'])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await stageColumn(page, 'Follow-up').locator(`[data-card="${key}"]`).getByText('note', { exact: true }).waitFor()

  // The event that a browser sends to a tab that becomes visible; headless tabs always count as visible.
  await second.evaluate('dispatchEvent(new Event("visibilitychange"))')
  await second.locator(`[data-stage=FOLLOW_UP] [data-card="${key}"]`).waitFor()
  await expectStageCount(second, 'New', 109)

  await second.getByLabel('Order', { exact: true }).selectOption('First mailing')
  await second.waitForURL(/[?&]order=/)
  const filteredByOrder = key.startsWith(new URL(second.url()).searchParams.get('order') ?? '') ? 59 : 60
  await expectStageCount(second, 'New', filteredByOrder)
  await second.reload()
  await expectStageCount(second, 'New', filteredByOrder)
  await button(second, 'Clear').click()
  await expectStageCount(second, 'New', 109)
})

test('several leads are selected by mouse and keyboard, tagged and moved in one call, and an undo restores them', async () => {
  const page = await openBoard()
  const bar = page.getByRole('region', { name: 'Selected leads' })
  const check = (at: number) => stageCards(page, 'New').nth(at).getByRole('checkbox')
  // A page has 100 leads.
  await page.getByLabel('Select the leads in New').click()
  await bar.getByText('110 leads selected').waitFor()
  await button(page, 'Clear').and(bar.getByRole('button')).click()
  await check(0).click()
  await check(2).click({ modifiers: ['Shift'] })
  await bar.getByText('3 leads selected').waitFor()
  expect(await check(2).isChecked()).toBe(true)
  await stageCards(page, 'New').first().focus()
  for (const key of ['Escape', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await bar.getByText('3 leads selected').waitFor()
  const choose = async (menu: string, item: string, within = page.getByRole('menu', { name: menu })) => {
    await button(bar, menu).click()
    await within.getByRole('menuitem', { name: item, exact: true }).click()
  }
  // An arrow key on a menu that is closed changes no lead.
  await button(bar, 'Move').press('ArrowDown')
  await choose('Tag', 'Manage…')
  await page.getByPlaceholder('New tag').fill('Hot')
  await button(page, 'Add tag').click()
  await page.getByLabel('Tag name').waitFor()
  await button(page, 'Close').click()
  await choose('Tag', 'Hot', page.getByRole('group', { name: 'Add tag' }))
  await toast(page, '3 leads tagged Hot').waitFor()
  await choose('Move', 'Contacted')
  await expectStageCount(page, 'Contacted', 3)
  await stageCards(page, 'Contacted').first().getByTitle('Hot').waitFor()
  await bar.waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await expectStageCount(page, 'New', 110)
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Hot' })
  await expectStageCount(page, 'New', 3)
})

test('results of calls are logged by keyboard and menu, and a number that must not be called leaves the card', async () => {
  const caller = await createFundedUser(url)
  await caller.order('To call', absenteeOutOfState, 50, 'CALL_READY')
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await caller.signIn(page)
  await page.goto('/portal/pipeline-builder?tab=board')
  const numbers = 'a[href^="tel:"]'
  const card = stageCards(page, 'New')
    .filter({ has: page.locator(numbers) })
    .first()
  const key = await card.getAttribute('data-card')
  const called = page.locator(`[data-card="${key}"]`)
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.dataset.card')
  const results = page.getByRole('menu', { name: /^Result of the call to/ })
  /** Opens the results by key, of the first phone where there are several. */
  const openByKey = async () => {
    await called.focus()
    await page.keyboard.press('c')
    await page.getByRole('menu').waitFor()
    if (!(await results.isVisible())) await page.keyboard.press('1')
    await results.waitFor()
  }
  await openByKey()
  await page.keyboard.press('Escape')
  await results.waitFor({ state: 'hidden' })
  await expect.poll(focused).toBe(key)

  for (const shown of ['No answer', '2 calls']) {
    await openByKey()
    await page.keyboard.press('1')
    await called.getByText('No answer').waitFor()
    await called.getByText(shown).first().waitFor()
    await expect.poll(focused).toBe(key)
  }
  await openByKey()
  expect(await checkAccessibility(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')

  const number = await called.locator(numbers).first().textContent()
  await called.getByRole('button', { name: /^Log a call to/ }).click()
  await page.getByRole('menu').waitFor()
  if (!(await results.isVisible())) await page.getByRole('menuitem').first().click()
  await results.getByRole('menuitem', { name: 'Do not call' }).click()
  await toast(page, `${number} is on your do-not-call list`).waitFor()
  await called.getByText('Do not call').waitFor()
  await called.getByRole('link', { name: number ?? '' }).waitFor({ state: 'detached' })
})
