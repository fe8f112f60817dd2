import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/errors.ts'
import { isRefusedFile } from '../../../ui/upload/upload-allowance.ts'
import { createFileSender } from './send-file.ts'

const file = new File(['PIN\n1\n'], 'parcels.csv')

/** The names of the files of a setup, of which removals fail with these answers first. */
function buildSetup(...failures: number[]) {
  const names = ['refused.csv']
  const calls = {
    refuse: ({ name }: File) => (name === 'large.csv' ? 'This file is 9 GB. The maximum is 4 GB.' : undefined),
    upload: async ({ name }: File) => names.push(name),
    remove: async (id: string) => {
      const status = failures.shift()
      if (status !== undefined) throw new ApiError(status, {})
      names.splice(names.indexOf(id), 1)
    },
  }
  return { names, calls }
}

test('a file that replaces a refused one is there once, also if the refused one is removed at the second try', async () => {
  const { names, calls } = buildSetup(503)
  const send = createFileSender()
  await expect(send(file, 'refused.csv', calls)).rejects.toThrow()
  await send(file, 'refused.csv', calls)
  expect(names).toEqual(['parcels.csv'])
})

test('a file that was removed in another tab is as good as removed', async () => {
  const { names, calls } = buildSetup(404)
  await createFileSender()(file, 'refused.csv', calls)
  expect(names).toContain('parcels.csv')
})

test('a file that is too large is refused before it is sent', async () => {
  const { names, calls } = buildSetup()
  const sent = createFileSender()(new File(['PIN\n'], 'large.csv'), 'refused.csv', calls)
  await expect(sent).rejects.toSatisfy(isRefusedFile)
  expect(names).toEqual(['refused.csv'])
})
