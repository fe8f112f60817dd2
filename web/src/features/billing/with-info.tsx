import { type BillingInfo, billing } from '@dooryard/contract/billing'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { me, useBalanceChange } from '../../lib/me.ts'
import { nameOf } from '../../lib/names.ts'
import { queryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/use-user.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { useMoney } from './billing.data.ts'

/** The plan, the card and the offers, with the balance as the shell has it: a change of it may be a charge. */
function useInfo() {
  const { data, error, refetch } = useQuery(queryOf(billing.info, {}))
  useBalanceChange(() => void refetch())
  const balance = useQuery(me()).data?.balance
  const info = useMemo(() => data && { ...data, balance: balance ?? data.balance }, [data, balance])
  return { info, error, refetch }
}

/** Why nothing can be paid for at the moment, where that is so. */
function MoneyNotices({ info }: { info: BillingInfo }) {
  const user = useUser()
  const { isActing, isOff } = useMoney(info)
  if (isOff) {
    return (
      <Notice tone="info">
        Payments are switched off on this server, so nothing can be bought or changed here. The credits you have can be
        spent as ever.
      </Notice>
    )
  }
  if (!isActing) return null
  return (
    <Notice tone="warn">
      You are acting as {nameOf(user)}. Their plan, their card and their purchases are theirs alone to change.
    </Notice>
  )
}

/** What needs the billing information, once it is loaded; until then room for it. */
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
