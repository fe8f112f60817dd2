import { allEndpoints } from '@dooryard/contract/all'
import { account } from '@dooryard/contract/identity/account'
import { expect, test } from 'vitest'
import { getRefetchPolicy } from './refetch-policy.ts'

test('owner rows are not refetched on window focus or reconnect', () => {
  const marked = allEndpoints.filter(({ ownerRows }) => ownerRows)
  expect(marked.length).toBeGreaterThan(4)
  for (const endpoint of marked)
    expect(getRefetchPolicy(endpoint)).toEqual({
      ...{ staleTime: 3_600_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
    })
  expect(getRefetchPolicy(account.me)).toEqual({})
})
