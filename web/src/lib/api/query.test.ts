import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query.ts'

test('a failed call is reported with its name, and a later success too, which ends the report', async () => {
  const [onFailure, onSuccess] = [vi.fn(), vi.fn()]
  const client = createQueryClient(onFailure, undefined, onSuccess)
  let isBroken = true
  const save = new MutationObserver(client, {
    mutationKey: ['PATCH', '/v1/things'],
    mutationFn: async () => {
      if (isBroken) throw new Error('It did not work')
    },
  })
  await expect(save.mutate()).rejects.toThrow('It did not work')
  await expect.poll(() => onFailure.mock.lastCall).toEqual([new Error('It did not work'), 'PATCH,/v1/things'])
  expect(onSuccess).not.toHaveBeenCalled()
  isBroken = false
  await save.mutate()
  expect(onSuccess.mock.lastCall).toEqual(['PATCH,/v1/things'])
})
