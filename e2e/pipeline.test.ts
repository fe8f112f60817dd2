import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { toast } from './person.ts'
import { inDatabase } from './portal-database.ts'
import { newSaver } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles).toEqual([]))

const away = { location: { states: ['TN'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
const longOwned = { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } } }

const numberIn = (text: string | null) => Number(text?.replace(/\D/g, ''))

/** How many a step of the flow says are left, and how many it takes. */
async function stepOf(within: Locator, label: string): Promise<{ left: number; taken: number }> {
  const step = within.getByRole('listitem').filter({ has: within.page().getByText(label, { exact: true }) })
  const taken = step.getByText(/^− [\d,]+$/)
  return {
    left: numberIn(await step.getByRole('strong').last().textContent()),
    taken: (await taken.count()) === 0 ? 0 : numberIn(await taken.textContent()),
  }
}

const flowOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Flow', exact: true }) }).first()

/** Waits until every number of the flow is of what is asked now. */
async function isCounted(page: Page) {
  for (const type of ['Mail Ready', 'Call Ready'])
    await page.getByRole('region', { name: type }).getByText('Can be delivered', { exact: true }).waitFor()
  await expect.poll(() => flowOf(page).locator('[aria-busy=true]').count()).toBe(0)
}

const steps = {
  mail: ['Not yet delivered to you', 'Have a mailing address', 'Can be delivered'],
  call: ['Not yet delivered to you', 'Have a phone number', 'Not suppressed', 'Can be delivered'],
}

/** Compares each step of a campaign type with the one before; gives what can be delivered in the end. */
async function addsUp(page: Page, type: string, labels: readonly string[], distinct: number): Promise<number> {
  let before = distinct
  for (const label of labels) {
    const { left, taken } = await stepOf(page.getByRole('region', { name: type }), label)
    expect({ label, left }).toEqual({ label, left: before - taken })
    before = left
  }
  return before
}

async function pick(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('list', { name: 'Chosen searches' }).getByRole('link', { name, exact: true }).waitFor()
}

/** The fact of the order form or the flow that a label names. */
const fact = async (within: Locator, label: string) =>
  numberIn(
    await within.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').textContent(),
  )

test('two searches stack by any and by both, and what is ordered is gone from the flow', async () => {
  const buyer = await newSaver(url)
  await Promise.all([buyer.save('Out of state', away), buyer.save('Owned for long', longOwned)])
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Pipeline builder', exact: true }).first().click()
  await pick(page, 'Choose a saved search', 'Out of state')
  await isCounted(page)
  const one = (await stepOf(flowOf(page), 'Found by the search')).left
  await pick(page, 'Add another saved search', 'Owned for long')
  await isCounted(page)
  const found = await stepOf(flowOf(page), 'Found by 2 searches')
  const any = await stepOf(flowOf(page), 'In any of them, each counted once')
  expect(any.left).toBe(found.left - any.taken)
  await page.getByRole('radio', { name: 'In both' }).check()
  await page.waitForURL(/atLeast=2/)
  await page.getByText('In both, each counted once').waitFor()
  await isCounted(page)
  const both = await stepOf(flowOf(page), 'In both, each counted once')
  // Each property is in one of the searches, or in both.
  expect(both.left).toBe(found.left - any.left)
  expect(both.left).toBeGreaterThan(50)
  expect(both.left).toBeLessThan(one)

  const mail = await addsUp(page, 'Mail Ready', steps.mail, both.left)
  const calls = await addsUp(page, 'Call Ready', steps.call, both.left)
  expect(calls).toBeLessThan(mail)
  const mailReady = page.getByRole('region', { name: 'Mail Ready' })
  expect(await fact(mailReady, 'All of them cost')).toBe(mail)
  const has = await fact(mailReady, 'You have')
  const flow = page.url()

  await mailReady.getByRole('link', { name: `Order ${mail.toLocaleString('en-US')} leads` }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  await page.getByRole('radio', { name: /Mail Ready/, checked: true }).waitFor()
  await page.getByLabel('Order name').fill('Stacked')
  await page.getByLabel('Quantity').fill('60')
  await button(page, 'Place order').click()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await expect.poll(() => button(page, 'Download CSV').isEnabled()).toBe(true)

  await page.goto(flow)
  await page.getByRole('radio', { name: 'In both', checked: true }).waitFor()
  await isCounted(page)
  expect(await stepOf(flowOf(page), 'In both, each counted once')).toEqual(both)
  const rest = await stepOf(mailReady, 'Not yet delivered to you')
  expect(rest).toEqual({ left: both.left - 60, taken: 60 })
  expect(await addsUp(page, 'Mail Ready', steps.mail, both.left)).toBe(mail - 60)
  expect(await fact(mailReady, 'You have')).toBe(has - 60)
})

const column = (page: Page, stage: string) => page.getByRole('region', { name: stage, exact: true })
const cards = (page: Page, stage: string) => column(page, stage).getByRole('article')
const countIn = async (page: Page, stage: string) =>
  numberIn(
    await column(page, stage)
      .getByText(/^[\d,]+ leads?$/)
      .textContent(),
  )
const holds = (page: Page, stage: string, count: number) => expect.poll(() => countIn(page, stage)).toBe(count)

let saver: Awaited<ReturnType<typeof newSaver>>
beforeAll(async () => {
  saver = await newSaver(url)
  await Promise.all([saver.order('First mailing', away, 60), saver.order('Second mailing', longOwned, 50)])
})

/** Has nobody touched the leads of somebody since they were delivered. */
const resetBoard = (email: string) =>
  inDatabase(async (client) => {
    const owned = `from orders join users on users.id = orders.user_id where email = $1`
    await client.query(`delete from lead_activity where order_id in (select orders.id ${owned})`, [email])
    await client.query(
      `update board_leads set stage = 'NEW', staged_at = delivered.at from
        (select order_id, min(staged_at) as at from board_leads group by order_id) as delivered
      where board_leads.order_id = delivered.order_id and board_leads.order_id in (select orders.id ${owned})`,
      [email],
    )
  })

/** Somebody with two delivered orders, at their board, where every lead is new. */
async function atTheBoard() {
  await resetBoard(saver.email)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await saver.signIn(page)
  await page.goto('/portal/pipeline-builder?tab=board')
  await holds(page, 'New', 110)
  return page
}

const isSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().includes('/v1/leads/'))

test('a lead is dragged to a stage and back by undo, and stands where it was left after a reload', async () => {
  const page = await atTheBoard()
  const name = (await cards(page, 'New').first().getByRole('link').first().textContent()) ?? ''
  const key = await cards(page, 'New').first().getAttribute('data-card')
  const dragged = (stage: string) => column(page, stage).locator(`[data-card="${key}"]`)
  const drag = async () => {
    // The code that drags comes after the cards.
    await dragged('New').and(page.locator('[draggable=true]')).waitFor()
    const answer = isSaved(page)
    await dragged('New').dragTo(column(page, 'Contacted'), { sourcePosition: { x: 40, y: 60 } })
    await dragged('Contacted').waitFor()
    expect((await answer).status()).toBe(200)
  }
  await drag()
  await holds(page, 'New', 109)
  await holds(page, 'Contacted', 1)
  const undone = isSaved(page)
  await page.getByText(`${name} moved to Contacted`).last().waitFor()
  await button(page, 'Undo').click()
  await dragged('New').waitFor()
  expect((await undone).status()).toBe(200)
  await holds(page, 'New', 110)
  await drag()
  await page.reload()
  await dragged('Contacted').waitFor()
  await holds(page, 'Contacted', 1)
  await holds(page, 'New', 109)
})

test('a note is deleted at once, whatever becomes of the tab, and undo has it back', async () => {
  const page = await atTheBoard()
  await cards(page, 'New').first().getByRole('link').first().click()
  const drawerOf = (of: Page) => of.getByRole('dialog', { name: 'Lead' })
  const noteOf = (of: Page, text: string) => drawerOf(of).getByRole('listitem').filter({ hasText: text })
  for (const text of ['Left a message', 'Prefers email']) {
    await drawerOf(page).getByLabel('Add a note').fill(text)
    await drawerOf(page).getByLabel('Add a note').press('Control+Enter')
    await noteOf(page, text).waitFor()
  }
  const remove = async () => {
    await button(page, 'Delete this note').and(noteOf(page, 'Prefers email').getByRole('button')).click()
    await toast(page, 'Note deleted').waitFor()
    await noteOf(page, 'Prefers email').waitFor({ state: 'detached' })
  }
  await remove()
  await button(page, 'Undo').click()
  await noteOf(page, 'Prefers email').waitFor()
  await toast(page, 'Note deleted').waitFor({ state: 'detached' })
  const later = await page.context().newPage()
  await remove()
  const address = page.url()
  await page.close()
  await later.goto(address)
  await noteOf(later, 'Left a message').waitFor()
  expect(await noteOf(later, 'Prefers email').count()).toBe(0)
})

test('with the keyboard alone a lead is moved, opened and noted; two tabs agree; an order narrows the board', async () => {
  const page = await atTheBoard()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await holds(second, 'New', 110)

  const key = (await cards(page, 'New').first().getAttribute('data-card')) ?? ''
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.dataset.card')
  await cards(page, 'New').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).not.toBe(key)
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe(key)
  for (const stage of ['Contacted', 'Follow-up']) {
    const answer = isSaved(page)
    await page.keyboard.press('Shift+ArrowRight')
    await column(page, stage).locator(`[data-card="${key}"]`).waitFor()
    await answer
    await expect.poll(focused).toBe(key)
  }
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await drawer.getByLabel('Add a note').focus()
  await page.keyboard.type('Asked to be called after the holidays')
  await page.keyboard.press('Control+Enter')
  const activity = drawer.getByRole('list').last()
  await activity.getByText('Asked to be called after the holidays').waitFor()
  await activity.getByText('New to Contacted').waitFor()
  await expect.poll(() => drawer.getByLabel('Add a note').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await column(page, 'Follow-up').locator(`[data-card="${key}"]`).getByText('note', { exact: true }).waitFor()

  // What a browser tells a tab that is looked at again; without a screen every tab counts as looked at.
  await second.evaluate('dispatchEvent(new Event("visibilitychange"))')
  await second.locator(`[data-stage=FOLLOW_UP] [data-card="${key}"]`).waitFor()
  await holds(second, 'New', 109)

  await second.getByLabel('Order', { exact: true }).selectOption('First mailing')
  await second.waitForURL(/[?&]order=/)
  const ofOrder = key.startsWith(new URL(second.url()).searchParams.get('order') ?? '') ? 59 : 60
  await holds(second, 'New', ofOrder)
  await second.reload()
  await holds(second, 'New', ofOrder)
  await button(second, 'Clear').click()
  await holds(second, 'New', 109)
})
