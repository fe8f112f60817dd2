import type { BillingInfo } from '@dooryard/contract/billing'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { me } from '../../lib/me.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { billingInfo } from './billing.data.ts'
import { MoneyNotices } from './money-notices.tsx'

/** How things stand, with the balance as the shell has it; what is charged by itself is asked for when that moves. */
function useInfo() {
  const { data, error, refetch } = useQuery(billingInfo())
  const balance = useQuery(me()).data?.balance
  const standing = JSON.stringify(balance)
  const known = useRef(standing)
  useEffect(() => {
    if (known.current !== undefined && known.current !== standing) void refetch()
    known.current = standing
  }, [standing, refetch])
  const info = useMemo(() => data && { ...data, balance: balance ?? data.balance }, [data, balance])
  return { info, error, refetch }
}

/** What needs to know how things stand, once that is known; until then room for it. */
export function WithInfo({ children }: { children: (info: BillingInfo) => ReactNode }) {
  const { info, error, refetch } = useInfo()
  if (error && !info) {
    return (
      <Panel>
        <LoadFailure what="Your billing" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!info) {
    return (
      <div role="status" aria-label="Loading your billing">
        <Skeleton height={196} radius="md" mb={24} />
        <Skeleton height={164} radius="md" />
      </div>
    )
  }
  return (
    <>
      <MoneyNotices info={info} />
      {children(info)}
    </>
  )
}
