import { account } from '@dooryard/contract/account'
import { allEndpoints } from '@dooryard/contract/all'
import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'

test('rows with owners are not fetched again on a return to the tab or once a connection is back', () => {
  const marked = allEndpoints.filter(({ ownerRows }) => ownerRows)
  expect(marked.length).toBeGreaterThan(4)
  for (const endpoint of marked)
    expect(freshnessOf(endpoint)).toEqual({
      ...{ staleTime: 3_600_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
    })
  expect(freshnessOf(account.me)).toEqual({})
})
