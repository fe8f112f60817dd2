import { type BillingInfo, billing } from '@dooryard/contract/billing/billing'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { buildQuery } from '../../lib/api/query.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { useBalanceChange } from '../../lib/session/current-user.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { usePaymentAccess } from './billing.data.ts'

/** The billing info with the shell's balance, which may change because of a charge. */
export function useBillingInfo() {
  const { data, error, refetch } = useQuery(buildQuery(billing.info, {}))
  useBalanceChange(() => void refetch())
  const balance = useQuery(currentUserQuery()).data?.balance
  const info = useMemo(() => data && { ...data, balance: balance ?? data.balance }, [data, balance])
  return { info, error, refetch }
}

/** Explains why nothing can be paid at the moment, if so. */
function PaymentNotices({ info }: { info: BillingInfo }) {
  const user = useUser()
  const { isActing, isOff } = usePaymentAccess(info)
  if (isOff) {
    return <Notice tone="info">Payments are turned off on this server. You can still use the credits you have.</Notice>
  }
  if (!isActing) return null
  return (
    <Notice tone="warn">
      You are impersonating {formatUserName(user)}. Only they can change their plan, card and purchases.
    </Notice>
  )
}

/** Renders children with the billing info; a skeleton while it loads. */
export function BillingInfoBoundary({ children }: { children: (info: BillingInfo) => ReactNode }) {
  const { info, error, refetch } = useBillingInfo()
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
      <PaymentNotices info={info} />
      {children(info)}
    </>
  )
}
