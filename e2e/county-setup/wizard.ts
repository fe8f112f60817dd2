import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { button } from '../support/buyer.ts'
import { withDatabase } from '../support/portal-database.ts'

/** Writes files into the import folder of the worker's portal. */
export async function writeImportFiles(files: Readonly<Record<string, string>>): Promise<void> {
  const folder = inject('portalFolders')[Number(process.env['VITEST_POOL_ID']) - 1] ?? ''
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'import', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

/** Starts the wizard for a county, found by what is typed for it. */
export async function startCounty(page: Page, { typed, county, name }: Record<'typed' | 'county' | 'name', string>) {
  await page.goto('/portal/data')
  await page.getByRole('link', { name: 'Add a county' }).click()
  await page.getByRole('combobox', { name: 'County' }).fill(typed)
  await page.getByRole('option', { name: county }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}

export const uploadToWizard = (page: Page, name: string, content: string) =>
  page.getByLabel(/^Choose files/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

export async function addServerFiles(page: Page, folder: string, names: readonly string[]) {
  await page.getByText('Server folder', { exact: true }).click()
  await button(page, `Open ${folder}`).click()
  for (const name of names) {
    await button(page, `Add ${name}`).click()
    await page.getByRole('list', { name: 'Files' }).getByText(name, { exact: true }).waitFor()
  }
}

export const goOn = (page: Page) => button(page, 'Continue').click()

/** From the uses to the import, with everything as it was proposed. */
export async function checkRows(page: Page) {
  await page.getByText(/of the rows have a property type/).waitFor()
  await goOn(page)
  await page.getByRole('table', { name: 'Fields' }).waitFor()
}

const holdImports = (isHeld: boolean) =>
  withDatabase((client) =>
    client.query(
      `insert into graphile_worker._private_job_queues as q (queue_name, locked_at, locked_by)
       values ('roll-imports', $1::timestamptz, case when $1::timestamptz is not null then 'another worker' end)
       on conflict (queue_name) do update set locked_at = excluded.locked_at, locked_by = excluded.locked_by`,
      [isHeld ? new Date() : null],
    ),
  )

/** Imports wait until this is done, as for one that takes minutes. */
export async function whileImportsWait(act: () => Promise<unknown>): Promise<void> {
  await holdImports(true)
  // A lock that is left would keep later imports waiting.
  await act().finally(() => holdImports(false))
}
