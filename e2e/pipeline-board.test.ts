import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { toast } from './person.ts'
import { away, longOwned, numberIn } from './pipeline.ts'
import { inDatabase } from './portal-database.ts'
import { newSaver } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles).toEqual([]))

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
      `update pipeline_leads set stage = 'NEW', staged_at = delivered.at from
        (select order_id, min(staged_at) as at from pipeline_leads group by order_id) as delivered
      where pipeline_leads.order_id = delivered.order_id and pipeline_leads.order_id in (select orders.id ${owned})`,
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
  // It stays as long as it is pointed at.
  await page.getByText(`${name} moved to Contacted`).last().hover()
  await holds(page, 'New', 109)
  await holds(page, 'Contacted', 1)
  const undone = isSaved(page)
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
